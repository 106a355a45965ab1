import type { BillMovement, BillTotals, ProviderFacts } from '../providers/provider.ts';
import type { DifferenceKind } from './differences.sql.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The beginning and the end of a day of a provider's calendar. */
export function billSpan({ bills }: Pick<ProviderFacts, 'bills'>, day: string): { since: Date; until: Date } {
  const since = Date.parse(`${day}T00:00:00Z`) - bills.offsetMinutes * minuteMs;
  return { since: new Date(since), until: new Date(since + dayMs) };
}

export const dayBefore = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);

/** The newest days whose bill should be available, oldest first. */
export function readyDays({ bills }: Pick<ProviderFacts, 'bills'>, now: Date, count: number): string[] {
  const local = new Date(now.getTime() + (bills.offsetMinutes - bills.readyAfterMinutes) * minuteMs);
  const last = dayBefore(local.toISOString().slice(0, 10));
  return Array.from({ length: count }, (_, index) => dayBefore(last, count - 1 - index));
}

/** Whether the whole bill of a day should be available. */
export const isReady = (facts: Pick<ProviderFacts, 'bills'>, day: string, now: Date): boolean =>
  day <= (readyDays(facts, now, 1)[0] ?? '');

/** Our books' entry for a row of a bill. */
export interface BookedRow {
  known: boolean;
  amount: number | null;
  currency: string | null;
}

/**
 * The verdict on a row of a bill: it agrees with our books, belongs to another installation, or is a difference of a
 * kind.
 */
export type Verdict =
  | 'agrees'
  | 'foreign'
  | Extract<DifferenceKind, 'wrong amount' | 'not recorded' | 'refund not recorded'>;

export function judgeRow(row: BillMovement, booked: BookedRow, isOurs: boolean): Verdict {
  if (booked.amount !== null)
    return booked.amount === row.amount && booked.currency === row.currency ? 'agrees' : 'wrong amount';
  if (!booked.known && !isOurs) return 'foreign';
  return row.kind === 'paid' ? 'not recorded' : 'refund not recorded';
}

/** The sums over a bill's rows of one currency. */
export interface BillSums {
  rows: number;
  paid: number;
  refunded: number;
  fees: number;
}

export const noSums: BillSums = { rows: 0, paid: 0, refunded: 0, fees: 0 };

export function addTo(sums: BillSums = noSums, { kind, amount, fee = 0 }: BillMovement): BillSums {
  return { ...sums, rows: sums.rows + 1, [kind]: sums[kind] + amount, fees: sums.fees + fee };
}

const ownTotals = ['rows', 'paid', 'refunded'] as const;

/** Which totals of a bill differ from the sum of its rows. */
export const wrongTotals = (
  sums: BillSums,
  totals: Pick<BillTotals, (typeof ownTotals)[number]>,
): (typeof ownTotals)[number][] =>
  ownTotals.filter((name) => totals[name] !== undefined && totals[name] !== sums[name]);
