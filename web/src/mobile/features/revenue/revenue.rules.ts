import type { PeriodName } from '@recline/contract/values';

/** The possible baselines of yesterday: the day before, or the same day of last week. */
export const yesterdayBaselines = ['day', 'weekday'] as const;
export type YesterdayBaseline = (typeof yesterdayBaselines)[number];

/** The baselines of the income of a period. */
export type Baseline = YesterdayBaseline | 'sameTime' | 'week' | 'month' | 'year' | 'period';

/**
 * A baseline fits its period: a week is compared with the week before, up to the same point, and today with the same
 * day of last week, up to the same time. The reader chooses the baseline of yesterday.
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
  /** A fraction, rounded to a thousandth for display. */
  share: number;
}

/** If income exceeds the baseline this many times, the baseline was too small to compare with. */
const most = 10;

/** The change against a baseline; null without one, or if it is too small. */
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
