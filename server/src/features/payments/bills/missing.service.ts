import type { Clock } from '../../../platform/clock.ts';
import type { Pool } from '../../../platform/db.ts';
import type { Log } from '../../../platform/log.ts';
import type { PaymentProvider } from '../providers/provider.ts';
import { recordDifferences } from './differences.service.ts';
import type { NewDifference } from './differences.sql.ts';
import * as sql from './missing.sql.ts';
import { billSpan } from './reconcile.rules.ts';
import { holdBill } from './reconcile.sql.ts';

interface SearchDeps {
  pool: Pool;
  clock: Clock;
  log: Log;
}

/** Longer than it takes to query the provider about a page of payments. */
const leaseMs = 10 * 60_000;
const pendingDays = 7;
const dayMs = 24 * 3600_000;

/**
 * Records what is missing at a provider: money of the days due for a search, and overdue refunds. A day is searched
 * once its own bill and that of the next day are done, in either order. One server searches a day, and an interrupted
 * search is repeated. Returns the number of new differences.
 */
export async function findMissing(deps: SearchDeps, provider: PaymentProvider): Promise<number> {
  let found = await findPending(deps, provider.name);
  for (;;) {
    const now = deps.clock();
    const claimed = await sql.claimSearch.maybe(deps.pool, provider.name, now, new Date(now.getTime() + leaseMs));
    if (!claimed) return found;
    found += await search(deps, provider, claimed.day);
  }
}

async function search(deps: SearchDeps, provider: PaymentProvider, day: string): Promise<number> {
  const { pool, clock, log } = deps;
  const found =
    (await recordAll(deps, provider.name, day, () => missingPayments(deps, provider, day))) +
    (await recordAll(deps, provider.name, day, () => missingRefunds(deps, provider, day)));
  await sql.finishSearch(pool, provider.name, day, clock(), found);
  if (found > 0) log.error({ provider: provider.name, day, found }, 'money that we recorded is on no bill');
  return found;
}

/** Page by page; recorded items are not read again. */
async function recordAll(
  { pool, clock }: SearchDeps,
  provider: string,
  day: string,
  nextPage: () => Promise<NewDifference[]>,
): Promise<number> {
  for (let found = 0; ; ) {
    const page = await nextPage();
    if (page.length === 0) return found;
    found += await recordDifferences(pool, page);
    await holdBill(pool, provider, day, new Date(clock().getTime() + leaseMs));
  }
}

async function missingPayments({ pool, clock }: SearchDeps, provider: PaymentProvider, day: string) {
  const { since, until } = billSpan(provider, day);
  const missing: NewDifference[] = [];
  for (const payment of await sql.unbilledPayments(pool, provider.name, since, until)) {
    const { number, provider_ref, order_id, amount, currency } = payment;
    missing.push({
      provider: provider.name,
      kind: 'not on the bill',
      subject: number,
      order_id,
      expected: amount,
      found: null,
      currency,
      detail: `${onNoBill(day)}; ${await askAbout(provider, number, provider_ref)}`,
      found_at: clock(),
    });
  }
  return missing;
}

const askAbout = (provider: PaymentProvider, key: string, ref: string | null): Promise<string> =>
  provider.query({ key, ref: ref ?? undefined }).then(
    ({ status }) => `the provider says it is ${status}`,
    (error: Error) => `the provider could not be asked: ${error.message}`,
  );

async function missingRefunds({ pool, clock }: SearchDeps, provider: PaymentProvider, day: string) {
  const { since, until } = billSpan(provider, day);
  const rows = await sql.unbilledRefunds(pool, provider.name, since, until);
  return rows.map((row) => ofRefund(provider.name, row, 'refund not on the bill', onNoBill(day), clock()));
}

const onNoBill = (day: string): string => `recorded on ${day}, and on no bill up to the next day`;

async function findPending({ pool, clock }: SearchDeps, provider: string): Promise<number> {
  const now = clock();
  const detail = `not done after ${pendingDays} days`;
  const rows = await sql.oldPendingRefunds(pool, provider, new Date(now.getTime() - pendingDays * dayMs));
  return recordDifferences(
    pool,
    rows.map((row) => ofRefund(provider, row, 'refund pending', detail, now)),
  );
}

const ofRefund = (
  provider: string,
  { id, order_id, amount, currency }: sql.UnbilledRefund,
  kind: NewDifference['kind'],
  detail: string,
  now: Date,
): NewDifference => ({
  provider,
  kind,
  subject: `refund ${id}`,
  order_id,
  expected: amount,
  found: null,
  currency,
  detail,
  found_at: now,
});
