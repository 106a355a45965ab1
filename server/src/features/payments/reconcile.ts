import type { Clock } from '../../platform/clock.ts';
import type { Pool } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { openBillFile } from './bill-file.ts';
import { type NewDifference, recordDifferences } from './differences.ts';
import { overdueBills } from './missing.sql.ts';
import { findMissing } from './missing.ts';
import { installationOf, refundIdOf } from './numbers.ts';
import type { BillMovement, BillTotals, PaymentProvider, PaymentState } from './port.ts';
import * as rules from './reconcile.rules.ts';
import * as sql from './reconcile.sql.ts';

export interface ReconcileDeps {
  pool: Pool;
  clock: Clock;
  log: Log;
  /** Where bills are kept. */
  directory: string;
  /** Records what a bill says of a payment that we had not heard of. */
  settle(provider: string, state: PaymentState): Promise<unknown>;
  /** Has the provider asked about a refund that we count as not done. */
  queryRefundSoon(provider: string, refundId: number): Promise<unknown>;
  onProgress?(rows: number): void;
}

export type Reconciled = sql.BillResult;

const leaseMs = 10 * 60_000;
const retryMs = 3600_000;
const rowsABatch = 2_000;
/** A bill that is done is read again a day later, while it is among the days that are looked at. */
const lookAgainMs = 24 * 3600_000;

/** Reconciles one bill, then looks for what is missing. Undefined as for `reconcileBill`. */
export async function reconcile(
  deps: ReconcileDeps,
  provider: PaymentProvider,
  day: string,
  options: { again?: boolean } = {},
): Promise<Reconciled | undefined> {
  const result = await reconcileBill(deps, provider, day, options);
  return result && { ...result, differences: result.differences + (await findMissing(deps, provider)) };
}

/**
 * Compares a provider's bill of one day with our books, row by row in bounded memory. Rows are matched by number,
 * whatever the day. Every difference is recorded for somebody to close. A bill that is read before its time is not done:
 * it is read again. Undefined: another server works on this bill, or it was done within a day and `again` is not set.
 */
async function reconcileBill(
  deps: ReconcileDeps,
  provider: PaymentProvider,
  day: string,
  { again = false }: { again?: boolean } = {},
): Promise<Reconciled | undefined> {
  const { pool, clock } = deps;
  const now = clock();
  const lease = new Date(now.getTime() + leaseMs);
  const doneBefore = again ? now : new Date(now.getTime() - lookAgainMs);
  if (!(await sql.claimBill.maybe(pool, provider.name, day, now, lease, doneBefore))) return undefined;
  try {
    const result = await readBill(deps, provider, day);
    const isComplete = rules.isReady(provider, day, now);
    await sql.finishBill(pool, provider.name, day, clock(), isComplete, JSON.stringify(result));
    return result;
  } catch (error) {
    const next = new Date(clock().getTime() + retryMs);
    await sql.postponeBill(pool, provider.name, day, next, (error as Error).message);
    throw error;
  }
}

async function readBill(deps: ReconcileDeps, provider: PaymentProvider, day: string): Promise<Reconciled> {
  const file = await openBillFile(deps.directory, provider.name, day);
  try {
    const result = { rows: 0, foreign_rows: 0, paid: 0, refunded: 0, fees: 0, differences: 0 };
    const installation = await installationOf(deps.pool);
    const flush = async (rows: BillMovement[]) => {
      if (rows.length === 0) return;
      await compare(deps, provider, { day, installation, result }, rows.splice(0));
      const lease = new Date(deps.clock().getTime() + leaseMs);
      await sql.holdBill(deps.pool, provider.name, day, lease);
      deps.onProgress?.(result.rows);
    };
    let totals: BillTotals | undefined;
    const batch: BillMovement[] = [];
    for await (const row of provider.bill(day, file.keep)) {
      if (row.kind === 'totals') totals = row;
      else if (batch.push(row) >= rowsABatch) await flush(batch);
    }
    await flush(batch);
    if (totals) result.differences += await checkTotals(deps, provider.name, day, result, totals);
    return { ...result, ...(await file.finish()) };
  } catch (error) {
    await file.abandon();
    throw error;
  }
}

interface Comparison {
  day: string;
  installation: string;
  result: Omit<Reconciled, 'file' | 'sha256'>;
}

async function compare(
  deps: ReconcileDeps,
  provider: PaymentProvider,
  { day, installation, result }: Comparison,
  rows: readonly BillMovement[],
): Promise<void> {
  const asked = rows.map(({ kind, key, payment = null, paymentRef = null, fee = null }, no) => {
    const refundId = (kind === 'refunded' && key !== null && refundIdOf(installation, key)) || null;
    return { no, kind, key, refundId, payment, paymentRef, fee };
  });
  const booked = await sql.bookRows(deps.pool, JSON.stringify(asked), provider.name, day);
  const found: NewDifference[] = [];
  const late: number[] = [];
  for (const { no, ...books } of booked) {
    const row = rows[no];
    if (!row) continue;
    result.rows += 1;
    result[row.kind] += row.amount;
    result.fees += row.fee ?? 0;
    const isOurs = [row.key, row.payment].some((number) => number?.startsWith(`${installation}_`));
    const verdict = rules.judgeRow(row, books, isOurs);
    if (verdict === 'foreign') result.foreign_rows += 1;
    if (verdict === 'agrees' || verdict === 'foreign') continue;
    found.push(differenceOf(provider.name, row, verdict, books, deps.clock()));
    if (verdict !== 'wrong amount') late.push(no);
  }
  result.differences += await recordDifferences(deps.pool, found);
  const lateRows = asked.filter(({ no }) => late.includes(no));
  for (const { no, refundId } of lateRows) await bookLate(deps, provider.name, rows[no], refundId);
  if (late.length > 0) await sql.bookRows(deps.pool, JSON.stringify(lateRows), provider.name, day);
}

/**
 * The bill is the first to tell us of this money. A payment is recorded as if by notice, and what nobody wants goes back.
 * A refund may be on the bill and fail later, so its provider is asked. One that somebody made in the provider's own
 * pages is recorded when the difference is closed.
 */
async function bookLate(
  deps: ReconcileDeps,
  provider: string,
  row: BillMovement | undefined,
  refundId: number | null,
): Promise<void> {
  if (!row || row.key === null) return;
  const { key, ref, amount, currency, at } = row;
  if (row.kind === 'paid') await deps.settle(provider, { status: 'paid', key, ref, amount, currency, paidAt: at });
  else if (refundId !== null) await deps.queryRefundSoon(provider, refundId);
}

const differenceOf = (
  provider: string,
  row: BillMovement,
  kind: NewDifference['kind'],
  books: Omit<sql.Booked, 'no'>,
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

function checkTotals(deps: ReconcileDeps, provider: string, day: string, sums: rules.BillSums, totals: BillTotals) {
  const wrong = rules.wrongTotals(sums, totals);
  const base = { provider, kind: 'bill totals', order_id: null, currency: null, found_at: deps.clock() } as const;
  return recordDifferences(
    deps.pool,
    wrong.map((name) => ({
      ...base,
      subject: `${day} ${name}`,
      expected: sums[name],
      found: totals[name] ?? null,
      detail: `the bill's own total of ${name} is not the sum of its rows`,
    })),
  );
}

// Every day ---------------------------------------------------------------------------------

/** Days whose bill is looked for; one that is not there is tried again every hour. */
const lookBackDays = 4;

/** Reconciles whatever is there and not done, for every provider. One server does each bill. */
export async function reconcileDue(deps: ReconcileDeps, providers: readonly PaymentProvider[]): Promise<void> {
  for (const provider of providers) {
    const days = rules.readyDays(provider, deps.clock(), lookBackDays);
    for (const day of days) await tryBill(deps, provider, day);
    await giveUpOverdue(deps, provider, days[0] ?? '');
    await findMissing(deps, provider);
  }
}

/** Why the bill could not be reconciled, if that was tried. */
async function tryBill(deps: ReconcileDeps, provider: PaymentProvider, day: string): Promise<Error | undefined> {
  try {
    const result = await reconcileBill(deps, provider, day);
    if (result) deps.log.info({ provider: provider.name, day, ...result }, 'a bill was reconciled');
    return undefined;
  } catch (error) {
    deps.log.warn({ err: error, provider: provider.name, day }, 'a bill could not be reconciled');
    return error as Error;
  }
}

/** Bills older than the days that are looked at are tried a last time. One that still does not come is a difference. */
async function giveUpOverdue(deps: ReconcileDeps, provider: PaymentProvider, oldest: string): Promise<void> {
  const { since } = rules.billSpan(provider, oldest);
  const overdue = await overdueBills(deps.pool, provider.name, oldest, since, provider.bills.offsetMinutes);
  for (const { day } of overdue) {
    const failure = await tryBill(deps, provider, day);
    if (failure) await recordMissingBill(deps, provider.name, day, failure);
  }
}

async function recordMissingBill({ pool, clock, log }: ReconcileDeps, provider: string, day: string, failure: Error) {
  const detail = `${failure.message}; until it is reconciled, what is missing on ${day} and the day before is not known`;
  const about = { provider, kind: 'bill missing', subject: day, detail, found_at: clock() } as const;
  await recordDifferences(pool, [{ ...about, order_id: null, expected: null, found: null, currency: null }]);
  log.error({ provider, day }, 'a bill has not come: `recline payments reconcile` tries it again');
}
