import type { Clock } from '../../../platform/clock.ts';
import type { Pool } from '../../../platform/db.ts';
import type { Log } from '../../../platform/log.ts';
import { hasOurPrefix, refundIdOf } from '../attempts/numbers.ts';
import type { BillMovement, PaymentProvider, PaymentState } from '../providers/provider.ts';
import { recordDifferences } from './differences.service.ts';
import type { NewDifference } from './differences.sql.ts';
import * as rules from './reconcile.rules.ts';
import * as sql from './reconcile.sql.ts';

export interface ReconcileDeps {
  pool: Pool;
  clock: Clock;
  log: Log;
  /** The installation's part of numbers at providers. */
  installation(): Promise<string>;
  /** The folder of bills. */
  directory: string;
  /** Records a provider's report about a payment that we did not know. */
  settle(provider: string, state: PaymentState): Promise<unknown>;
  /** Has a refund that we consider pending queried at the provider. */
  queryRefundSoon(provider: string, refundId: number): Promise<unknown>;
  onProgress?(rows: number): void;
}

interface Comparison {
  day: string;
  installation: string;
  result: Omit<sql.BillResult, 'file' | 'sha256'>;
}

/** Compares rows of a bill with our books, and records the differences. */
export async function compare(
  deps: ReconcileDeps,
  provider: PaymentProvider,
  { day, installation, result }: Comparison,
  rows: readonly BillMovement[],
): Promise<void> {
  const asked = rows.map((row, no) => questionOf(installation, row, no));
  const booked = await sql.bookRows(deps.pool, JSON.stringify(asked), provider.name, day);
  const found: NewDifference[] = [];
  const late: sql.Booked[] = [];
  for (const books of booked) {
    const row = rows[books.no];
    if (!row) continue;
    result.rows += 1;
    result.sums[row.currency] = rules.addTo(result.sums[row.currency], row);
    const isOurs = [row.key, row.payment].some((number) => number && hasOurPrefix(installation, number));
    const verdict = rules.judgeRow(row, books, isOurs);
    if (verdict === 'foreign') result.foreign_rows += 1;
    if (verdict === 'agrees' || verdict === 'foreign') continue;
    found.push(differenceOf(provider.name, row, verdict, books, deps.clock()));
    if (verdict !== 'wrong amount') late.push(books);
  }
  result.differences += await recordDifferences(deps.pool, found);
  for (const books of late) await askAboutLate(deps, provider, rows[books.no], books, asked[books.no]?.refundId);
  const lateRows = late.map(({ no }) => asked[no]);
  if (late.length > 0) await sql.bookRows(deps.pool, JSON.stringify(lateRows), provider.name, day);
}

function questionOf(installation: string, row: BillMovement, no: number) {
  const { kind, key, payment = null, paymentRef = null, fee = null } = row;
  const refundId = (kind === 'refunded' && key !== null && refundIdOf(installation, key)) || null;
  return { no, kind, key, refundId, payment, paymentRef, fee };
}

/**
 * Money that first appears on the bill. Its provider is queried, and the answer counts like a notice: a payment without
 * a waiting order is refunded, a refund may have failed since. A refund made in the provider's portal is recorded when
 * the difference is closed.
 */
async function askAboutLate(
  deps: ReconcileDeps,
  provider: PaymentProvider,
  row: BillMovement | undefined,
  { known, ref }: sql.Booked,
  refundId: number | null | undefined,
): Promise<void> {
  if (!row || row.key === null) return;
  if (refundId) await deps.queryRefundSoon(provider.name, refundId);
  if (row.kind === 'refunded' || !known) return;
  const payment = { key: row.key, ref: ref ?? undefined };
  try {
    const state = await provider.query(payment);
    if (state.status === 'paid') await deps.settle(provider.name, state);
  } catch (error) {
    deps.log.error({ err: error, provider: provider.name, ...payment }, 'a payment on a bill could not be queried');
  }
}

const differenceOf = (
  provider: string,
  row: BillMovement,
  kind: NewDifference['kind'],
  books: sql.Booked,
  now: Date,
): NewDifference => ({
  provider,
  kind,
  subject: row.key ?? row.ref,
  order_id: books.order_id,
  expected: books.amount,
  found: row.amount,
  currency: row.currency,
  detail: `on the bill as ${row.kind} (${row.ref}) at ${row.at.toISOString()}`,
  found_at: now,
});
