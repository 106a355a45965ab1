import type { Format } from '../../../platform/format.ts';
import type { ChartPoint } from '../../../ui/charts/chart-data.ts';

interface Values {
  online: number;
  cash: number;
}
type Clock = Pick<Format, 'time'>;
type Calendar = Pick<Format, 'shortDay' | 'longDay'>;

const hour = 3600_000;
const hoursOfDay = 24;

const hoursLater = (at: string, hours: number) => new Date(new Date(at).getTime() + hours * hour);

/** One point per hour; the current one is not over. */
export const hourPoints = (points: readonly (Values & { at: string })[], format: Clock, now: Date): ChartPoint[] =>
  points.map(({ at, online, cash }) => ({
    label: `${format.time(at)}–${format.time(hoursLater(at, 1))}`,
    tick: format.time(at),
    online,
    cash,
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
  points: readonly (Values & { day: string })[],
  format: Calendar,
  /** The label of today and its tick. */
  names: { today: string; soFar: string },
): ChartPoint[] =>
  points.map(({ day, online, cash }, index) => {
    const today = index === points.length - 1;
    return {
      label: today ? names.soFar : format.longDay(day),
      tick: today ? names.today : format.shortDay(day),
      online,
      cash,
      unfinished: today,
    };
  });
