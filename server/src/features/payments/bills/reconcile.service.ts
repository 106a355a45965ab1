import type { BillMovement, BillRow, BillTotals, PaymentProvider } from '../providers/provider.ts';
import { keepBill, readBillFile } from './bill-file.ts';
import { compare, type ReconcileDeps } from './compare.service.ts';
import { recordDifferences } from './differences.service.ts';
import { findMissing } from './missing.service.ts';
import * as rules from './reconcile.rules.ts';
import * as sql from './reconcile.sql.ts';

export type Reconciled = sql.BillResult;

const leaseMs = 10 * 60_000;
const retryMs = 3600_000;
const rowsABatch = 2_000;
/** A reconciled bill is read again every day while its day is still fetched. */
const lookAgainMs = 24 * 3600_000;

/** Reconciles one bill, then searches for missing money. Undefined as in `reconcileBill`. */
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
 * whatever the day. Every difference is recorded for staff to close. A bill that is read too early does not count as
 * done and is read again. Undefined: another server works on this bill, or it was done within a day and `again` is not
 * set.
 */
export async function reconcileBill(
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
    const result = await fetchAndCompare(deps, provider, day);
    const isComplete = rules.isReady(provider, day, now);
    await sql.finishBill(pool, provider.name, day, clock(), isComplete, JSON.stringify(result));
    return result;
  } catch (error) {
    const next = new Date(clock().getTime() + retryMs);
    await sql.postponeBill(pool, provider.name, day, next, (error as Error).message);
    throw error;
  }
}

/**
 * A bill is processed only once it is stored completely and every row can be parsed; by then the provider's checksum
 * has been verified.
 */
async function fetchAndCompare(deps: ReconcileDeps, provider: PaymentProvider, day: string): Promise<Reconciled> {
  const where = { directory: deps.directory, provider: provider.name, day };
  const { file, sha256, bytes } = await keepBill(where, provider.bill(day));
  const rows = () => (bytes === 0 ? noRows() : provider.readBill(readBillFile(file)));
  for await (const _row of rows());
  return { ...(await compareAll(deps, provider, day, rows())), file, sha256 };
}

async function* noRows(): AsyncGenerator<BillRow> {}

async function compareAll(
  deps: ReconcileDeps,
  provider: PaymentProvider,
  day: string,
  rows: AsyncIterable<BillRow>,
): Promise<Omit<Reconciled, 'file' | 'sha256'>> {
  const comparison = { day, installation: await deps.installation(), result: sql.emptyResult() };
  const flush = async (batch: BillMovement[]) => {
    if (batch.length === 0) return;
    await compare(deps, provider, comparison, batch.splice(0));
    await sql.holdBill(deps.pool, provider.name, day, new Date(deps.clock().getTime() + leaseMs));
    deps.onProgress?.(comparison.result.rows);
  };
  const totals: BillTotals[] = [];
  const batch: BillMovement[] = [];
  for await (const row of rows) {
    if (row.kind === 'totals') totals.push(row);
    else if (batch.push(row) >= rowsABatch) await flush(batch);
  }
  await flush(batch);
  for (const each of totals)
    comparison.result.differences += await checkTotals(deps, provider.name, day, comparison.result, each);
  return comparison.result;
}

function checkTotals(
  { pool, clock }: ReconcileDeps,
  provider: string,
  day: string,
  { sums }: Pick<Reconciled, 'sums'>,
  totals: BillTotals,
) {
  const { currency } = totals;
  const own = sums[currency] ?? rules.noSums;
  const base = { provider, kind: 'bill totals', order_id: null, currency, found_at: clock() } as const;
  return recordDifferences(
    pool,
    rules.wrongTotals(own, totals).map((name) => ({
      ...base,
      subject: `${day} ${name} ${currency}`,
      expected: own[name],
      found: totals[name] ?? null,
      detail: `the bill's own total of ${name} is not the sum of its rows`,
    })),
  );
}
