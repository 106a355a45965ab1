import { transaction } from '../../../platform/db.ts';
import { refundIdOf, refundNumber } from '../attempts/numbers.ts';
import type { PaymentSurroundings, Payments, RefundTiming } from '../environment.ts';
import { recordRefunds } from '../ledger.ts';
import { Misconfigured, type RefundState, Refused } from '../providers/provider.ts';
import { everybody, type Whose } from '../rounds.ts';
import * as sql from './worker.sql.ts';

export type RefundWork = Omit<PaymentSurroundings, 'timing'> &
  Pick<Payments, 'installation'> & { timing: RefundTiming };

const maxBackoffMs = 3600_000;
const perRound = 20;

/**
 * Sends due refunds: takes a lease, calls the provider outside any transaction, then records the outcome. After a crash
 * the lease expires, and the refund's number makes the provider send the money only once.
 */
export async function sendRefunds(deps: RefundWork, { names, among }: Whose = everybody): Promise<void> {
  const { pool, clock, timing, metrics } = deps;
  for (;;) {
    const now = clock();
    const leaseUntil = new Date(now.getTime() + timing.leaseMs);
    const leased = await sql.lease(pool, now, leaseUntil, perRound, [...names], among);
    for (const refund of leased) await sendOne(deps, refund);
    if (leased.length < perRound) break;
  }
  metrics.refundsNeedingStaff.set((await sql.countFailed.one(pool)).failed);
}

async function sendOne(deps: RefundWork, refund: sql.LeasedRefund): Promise<void> {
  const { log, metrics } = deps;
  try {
    const state = await askProvider(deps, refund);
    metrics.refunds.inc({ outcome: state.status });
    await apply(deps, refund, state);
  } catch (error) {
    if (error instanceof Refused) return needStaff(deps, refund, `${error.code}: ${error.message}`);
    metrics.refunds.inc({ outcome: 'error' });
    const what =
      error instanceof Misconfigured ? 'a refund waits: the settings are wrong' : 'a refund failed and is retried';
    log.error({ err: error, orderId: refund.order_id, refundId: refund.id }, what);
    await postpone(deps, refund, 'asked', (error as Error).message);
  }
}

/**
 * A refund that was requested before may have been made, so the provider is queried first, and the request repeated
 * only if it is unknown.
 */
async function askProvider(deps: RefundWork, refund: sql.LeasedRefund): Promise<RefundState> {
  const { installation, providers, noticeUrl } = deps;
  const provider = providers.find(({ name }) => name === refund.provider);
  if (!provider) throw new Misconfigured(`the provider ${refund.provider} is not set up`);
  const key = refundNumber(await installation(), refund.id);
  const payment = { key: refund.payment, ref: refund.payment_ref };
  if (refund.was !== 'due') {
    const known = await provider.queryRefund({ payment, key, ref: refund.provider_ref ?? undefined });
    if (known.status === 'pending' || known.status === 'done') return known;
    if (known.status === 'failed' && known.staff) return known;
  }
  const { amount, currency, paid, reason, created_at: firstAskedAt } = refund;
  const url = noticeUrl(refund.provider);
  return provider.refund({ payment, key, amount, paid, currency, reason, noticeUrl: url, firstAskedAt });
}

async function apply(deps: RefundWork, refund: sql.OpenRefund, state: RefundState): Promise<void> {
  if (state.status === 'done') return recordDone(deps, refund, state);
  if (state.status === 'failed' && state.staff) return needStaff(deps, refund, state.why ?? 'no reason given');
  await postpone(deps, refund, state.status === 'pending' ? 'pending' : 'asked', state.why ?? null, state.ref);
}

async function postpone(
  { pool, clock, timing }: RefundWork,
  refund: sql.OpenRefund,
  state: 'asked' | 'pending',
  error: string | null,
  ref?: string,
): Promise<void> {
  const waitMs = Math.min(maxBackoffMs, timing.backoffMs * 2 ** (refund.tries - 1));
  await sql.postpone(pool, refund.id, state, new Date(clock().getTime() + waitMs), error, ref ?? null);
}

async function needStaff({ pool, log, metrics, refundMoved }: RefundWork, refund: sql.OpenRefund, why: string) {
  metrics.refunds.inc({ outcome: 'failed' });
  const { id, order_id, amount, currency, provider } = refund;
  // A warning: nothing failed here, and the order's page, status and metrics say it too.
  log.warn(
    { orderId: order_id, refundId: id, amount, currency, provider, why },
    `a refund needs staff: refund it by hand or not at all, then \`recline payments refund close ${id}\``,
  );
  await transaction(pool, async (db) => {
    await sql.failRefund(db, id, why);
    if (order_id !== null) await refundMoved(db, order_id);
  });
  metrics.refundsNeedingStaff.inc();
}

async function recordDone(
  { pool, clock, refundMoved }: RefundWork,
  refund: sql.OpenRefund,
  state: RefundState,
): Promise<void> {
  const at = clock();
  await transaction(pool, async (db) => {
    if (!(await sql.finish.maybe(db, refund.id, at, state.ref ?? null))) return;
    const { id: refundId, order_id: orderId, attempt_id: attemptId, provider, amount, currency } = refund;
    await recordRefunds(db, [{ refundId, orderId, attemptId, provider, amount, currency, at }]);
    if (orderId !== null) await refundMoved(db, orderId);
  });
}

/** Handles a provider's notice about a refund. Returns the reason if there was nothing to do. */
export async function refundReported(
  deps: RefundWork,
  provider: string,
  state: RefundState,
): Promise<string | undefined> {
  const id = refundIdOf(await deps.installation(), state.key);
  const refund = id === undefined ? undefined : await sql.openRefund.maybe(deps.pool, id, provider);
  if (!refund) return 'no open refund has this number';
  if (state.status !== 'done' && state.status !== 'failed') return `the refund is ${state.status}`;
  if (refund.was === 'failed' && state.status === 'failed') return 'staff know that it failed';
  await apply(deps, refund, state);
  return undefined;
}

/** The refund's provider is queried in the next round. */
export async function queryRefundSoon(
  { pool, clock, refundSoon }: Pick<RefundWork, 'pool' | 'clock'> & { refundSoon(): void },
  provider: string,
  refundId: number,
): Promise<void> {
  await sql.hasten(pool, refundId, provider, clock());
  refundSoon();
}
