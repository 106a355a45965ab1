/** What income is compared with: the day before, the same weekday of last week, or the period before. */
export const baselines = ['day', 'weekday', 'period'] as const;
export type Baseline = (typeof baselines)[number];

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

/** What a period of the overview is compared with: only a day has a weekday of last week. */
export function baselineOf(span: Span, wanted: Baseline): { name: Baseline; amount: number | null } {
  if (span.lastWeek !== undefined && wanted === 'weekday') return { name: 'weekday', amount: span.lastWeek };
  const name = span.lastWeek !== undefined && wanted === 'day' ? 'day' : 'period';
  return { name, amount: span.comparable === false ? null : span.previous };
}

interface Ranked {
  total: number;
  perDevice: number;
}

/** The outlets by that figure, the highest first. */
export const rankedBy = <R extends Ranked>(rows: readonly R[], by: keyof Ranked): R[] =>
  rows.toSorted((a, b) => b[by] - a[by]);

/** A link with this hash opens the details at the ranking. */
export const rankingHash = 'ranking';
