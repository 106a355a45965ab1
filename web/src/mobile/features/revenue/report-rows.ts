import type { Format } from '../../../platform/format.ts';
import type { ChartPoint } from '../../../ui/charts/chart-data.ts';

interface ReportRow {
  day: string;
  online: number;
  cash: number;
}

const oneDay = 24 * 3600_000;

/** A long period has one row per month; its rows are more than a day apart. */
export function isMonthly(rows: readonly { day: string }[]): boolean {
  const [first, second] = rows.slice(-2);
  return first !== undefined && second !== undefined && Date.parse(second.day) - Date.parse(first.day) > oneDay;
}

type Calendar = Pick<Format, 'shortDay' | 'longDay' | 'shortMonth' | 'month'>;

export function reportPoints(rows: readonly ReportRow[], format: Calendar): ChartPoint[] {
  const monthly = isMonthly(rows);
  return rows.map(({ day, online, cash }) => ({
    label: monthly ? format.month(day) : format.longDay(day),
    tick: monthly ? format.shortMonth(day) : format.shortDay(day),
    values: [online, cash],
  }));
}
