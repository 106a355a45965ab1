import type { PeriodName } from '@recline/contract/values';

/** What yesterday may be compared with: the day before, or the same day of last week. */
export const yesterdayBaselines = ['day', 'weekday'] as const;
export type YesterdayBaseline = (typeof yesterdayBaselines)[number];

/** What the income of a period is compared with. */
export type Baseline = YesterdayBaseline | 'sameTime' | 'week' | 'month' | 'year' | 'period';

/**
 * A baseline fits its period: a week is compared with the week before, up to the same point, and today with the same
 * day of last week, up to the same time. For yesterday the reader chooses.
 */
export function baselineOf(period: PeriodName, ofYesterday: YesterdayBaseline): Baseline {
  if (period === 'yesterday') return ofYesterday;
  if (period === 'today') return 'sameTime';
  return period === 'custom' ? 'period' : period;
}

interface Comparison {
  day: number | null;
  weekday: number | null;
  period: number | null;
}

/** The income to compare with. */
export function baselineAmount(comparison: Comparison, baseline: Baseline): number | null {
  if (baseline === 'day') return comparison.day;
  return baseline === 'weekday' || baseline === 'sameTime' ? comparison.weekday : comparison.period;
}

export type ChangeDirection = 'up' | 'down' | 'same';

export interface Change {
  direction: ChangeDirection;
  /** A fraction, rounded to a thousandth, as it is shown. */
  share: number;
}

/** Income of more than this many times the baseline says that the baseline was tiny, not how well it went. */
const most = 10;

/** The change against a baseline; null where there was none, or too little to compare with. */
export function changeOf(total: number, baseline: number | null | undefined): Change | null {
  if (!baseline || baseline <= 0 || total > most * baseline) return null;
  const share = Math.round(((total - baseline) / baseline) * 1000) / 1000;
  return { direction: share > 0 ? 'up' : share < 0 ? 'down' : 'same', share: share === 0 ? 0 : share };
}

interface Span {
  previous: number;
  comparable?: boolean | undefined;
  lastWeek?: number | null | undefined;
}

/** The same for a period of the overview. */
export function overviewAmount({ previous, comparable, lastWeek }: Span, baseline: Baseline): number | null {
  if (baseline === 'weekday') return lastWeek ?? null;
  return comparable === false ? null : previous;
}

interface Ranked {
  total: number;
  perDevice: number;
}

/** The outlets by that figure, the highest first. */
export const rankedBy = <R extends Ranked>(rows: readonly R[], by: keyof Ranked): R[] =>
  [...rows].sort((a, b) => b[by] - a[by]);

/** A link with this hash opens the details at the ranking. */
export const rankingHash = 'ranking';
