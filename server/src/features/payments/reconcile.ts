import type { Clock } from '../../platform/clock.ts';
import type { Pool } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { openBillFile } from './bill-file.ts';
import { type NewDifference, recordDifferences } from './differences.ts';
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
const pendingDays = 7;
const dayMs = 24 * 3600_000;

/**
 * Compares a provider's bill of one day with our books, row by row in bounded memory. Rows are matched by number,
 * whatever the day. Every difference is recorded for somebody to close. A bill that is read before its time is not done:
 * it is read again. Undefined: another server works on this bill, or it is done and `again` is not set.
 */
export async function reconcile(
  deps: ReconcileDeps,
  provider: PaymentProvider,
  day: string,
  { again = false } = {},
): Promise<Reconciled | undefined> {
  const { pool, clock } = deps;
  const now = clock();
  const lease = new Date(now.getTime() + leaseMs);
  if (!(await sql.claimBill.maybe(pool, provider.name, day, now, lease, again))) return undefined;
  try {
    const result = await readBill(deps, provider, day);
    const isComplete = rules.isReady(provider, day, now);
    if (isComplete) result.differences += await findMissing(deps, provider, rules.dayBefore(day));
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

// What is missing ---------------------------------------------------------------------------

/** With the next day's bill in, what we recorded on a day and no bill has shown is missing there. */
async function findMissing(deps: ReconcileDeps, provider: PaymentProvider, day: string): Promise<number> {
  const { pool, clock } = deps;
  if (!(await sql.isBillDone.one(pool, provider.name, day)).done) return 0;
  const { since, until } = rules.billSpan(provider, day);
  const now = clock();
  const payments = await sql.unbilledPayments(pool, provider.name, since, until);
  const refunds = await sql.unbilledRefunds(pool, provider.name, since, until);
  const pending = await sql.oldPendingRefunds(pool, provider.name, new Date(now.getTime() - pendingDays * dayMs));
  const base = { provider: provider.name, found: null, found_at: now };
  const ofRefund = ({ id, order_id, amount, currency }: (typeof refunds)[number]) =>
    ({ ...base, subject: `refund ${id}`, order_id, expected: amount, currency }) as const;
  const missing: NewDifference[] = [
    ...refunds.map((row) => ({
      ...ofRefund(row),
      kind: 'refund not on the bill' as const,
      detail: `recorded on ${day}, and on no bill up to the next day`,
    })),
    ...pending.map((row) => ({
      ...ofRefund(row),
      kind: 'refund pending' as const,
      detail: `not done after ${pendingDays} days`,
    })),
  ];
  for (const { number, provider_ref, order_id, amount, currency } of payments) {
    const said = await askAbout(provider, number, provider_ref);
    const detail = `recorded on ${day}, and on no bill up to the next day; ${said}`;
    missing.push({ ...base, kind: 'not on the bill', subject: number, order_id, expected: amount, currency, detail });
  }
  const found = await recordDifferences(pool, missing);
  if (found > 0) deps.log.error({ provider: provider.name, day, found }, 'money that we recorded is on no bill');
  return found;
}

const askAbout = (provider: PaymentProvider, key: string, ref: string | null): Promise<string> =>
  provider.query({ key, ref: ref ?? undefined }).then(
    ({ status }) => `the provider says it is ${status}`,
    (error: Error) => `the provider could not be asked: ${error.message}`,
  );

// Every day ---------------------------------------------------------------------------------

/** Days whose bill is looked for; one that is not there is tried again every hour. */
const lookBackDays = 4;

/** Reconciles whatever is there and not done, for every provider. One server does each bill. */
export async function reconcileDue(deps: ReconcileDeps, providers: readonly PaymentProvider[]): Promise<void> {
  for (const provider of providers) {
    for (const day of rules.readyDays(provider, deps.clock(), lookBackDays)) {
      try {
        const result = await reconcile(deps, provider, day);
        if (result) deps.log.info({ provider: provider.name, day, ...result }, 'a bill was reconciled');
      } catch (error) {
        deps.log.warn({ err: error, provider: provider.name, day }, 'a bill could not be reconciled and is retried');
      }
    }
  }
}
