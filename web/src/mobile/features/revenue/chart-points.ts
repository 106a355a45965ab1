import type { AppTexts } from '../../../../locales/index.ts';
import type { Format } from '../../../platform/format.ts';
import type { ChartPoint, Series, Values } from '../../../ui/charts/chart-data.ts';

export interface Income {
  online: number;
  cash: number;
}
/** The series in display order; the values of a point are in this order. */
export const incomeSeries = (t: Pick<AppTexts, 'chart'>): readonly Series[] => [
  { name: t.chart.online, look: 'online' },
  { name: t.chart.cash, look: 'cash' },
];

export const valuesOf = ({ online, cash }: Income): Values => [online, cash];

type Clock = Pick<Format, 'time'>;
type Calendar = Pick<Format, 'shortDay' | 'longDay'>;

const hour = 3600_000;
const hoursOfDay = 24;

const hoursLater = (at: string, hours: number) => new Date(new Date(at).getTime() + hours * hour);

/** One point per hour; the current one is unfinished. */
export const hourPoints = (points: readonly (Income & { at: string })[], format: Clock, now: Date): ChartPoint[] =>
  points.map(({ at, online, cash }) => ({
    label: `${format.time(at)}–${format.time(hoursLater(at, 1))}`,
    tick: format.time(at),
    values: [online, cash],
    unfinished: hoursLater(at, 1) > now,
  }));

/** All hours of the day, including those to come. */
export function hourTicks(points: readonly { at: string }[], format: Clock): string[] {
  const first = points[0]?.at;
  if (first === undefined) return [];
  return Array.from({ length: hoursOfDay }, (_, index) => format.time(hoursLater(first, index)));
}

/** One point per day; the last day is today. */
export const dayPoints = (
  points: readonly (Income & { day: string })[],
  format: Calendar,
  /** The label of today and its tick. */
  names: { today: string; soFar: string },
): ChartPoint[] =>
  points.map(({ day, online, cash }, index) => {
    const today = index === points.length - 1;
    return {
      label: today ? names.soFar : format.longDay(day),
      tick: today ? names.today : format.shortDay(day),
      values: [online, cash],
      unfinished: today,
    };
  });
