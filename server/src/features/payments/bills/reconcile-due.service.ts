import type { PaymentProvider } from '../providers/provider.ts';
import type { ReconcileDeps } from './compare.service.ts';
import { recordDifferences } from './differences.service.ts';
import { findMissing } from './missing.service.ts';
import { overdueBills } from './missing.sql.ts';
import * as rules from './reconcile.rules.ts';
import { reconcileBill } from './reconcile.service.ts';

/** How many days' bills are fetched; a missing one is retried every hour. */
const lookBackDays = 4;

/** Reconciles every bill that is available and not done, of every provider. Each bill is done by one server. */
export async function reconcileDue(deps: ReconcileDeps, providers: readonly PaymentProvider[]): Promise<void> {
  for (const provider of providers) {
    const days = rules.readyDays(provider, deps.clock(), lookBackDays);
    for (const day of days) await tryBill(deps, provider, day);
    await tryLastTime(deps, provider, days[0] ?? '');
    await findMissing(deps, provider);
  }
}

/** Why the bill could not be reconciled, if an attempt failed. */
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

/** Older bills are tried one last time. One that is still missing is recorded as a difference. */
async function tryLastTime(deps: ReconcileDeps, provider: PaymentProvider, oldest: string): Promise<void> {
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
  log.error({ provider, day }, 'a bill is missing: `recline payments reconcile` retries it');
}
