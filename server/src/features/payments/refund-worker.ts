import type { Currency } from '@recline/contract/money';
import type { Clock } from '../../platform/clock.ts';
import { type Pool, statement, transaction } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { recordRefunds } from './ledger.ts';
import { installationOf, refundNumber } from './numbers.ts';
import type { PaymentProvider, RefundState } from './port.ts';

export interface RefundWorkerDeps {
  pool: Pool;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  providers: readonly PaymentProvider[];
  timing: RefundTiming;
  noticeUrl(provider: string): string;
}

export interface RefundTiming {
  /** After this a refund without an outcome is retried, perhaps by another server. */
  leaseMs: number;
  /** Wait before the second try; it doubles with every further one. */
  backoffMs: number;
}

const maxBackoffMs = 3600_000;
const perRound = 20;

interface LeasedRefund {
  id: number;
  order_id: number;
  attempt_id: number;
  provider: string;
  amount: number;
  currency: Currency;
  reason: string;
  created_at: Date;
  tries: number;
  /** The payment: our number, the provider's id, what was paid. */
  payment: string;
  payment_ref: string;
  paid: number;
}

/** Leases the refunds that are due until `$2`. The partial index contains only open ones. */
const lease = statement<LeasedRefund, [Date, Date, number]>(
  'refunds.lease',
  `UPDATE refunds r SET state = CASE r.state WHEN 'due' THEN 'asked' ELSE r.state END, tries = r.tries + 1, try_at = $2
   FROM payment_attempts a
   WHERE a.id = r.attempt_id AND r.id IN (
     SELECT id FROM refunds WHERE state IN ('due', 'asked', 'pending') AND try_at <= $1
     ORDER BY try_at LIMIT $3 FOR UPDATE SKIP LOCKED)
   RETURNING r.id, r.order_id, r.attempt_id, r.provider, r.amount, r.currency, r.reason, r.created_at, r.tries,
     a.number AS payment, coalesce(a.provider_ref, '') AS payment_ref, a.amount AS paid`,
);

const finish = statement<{ id: number }, [number, Date]>(
  'refunds.finish',
  `UPDATE refunds SET state = 'done', done_at = $2, last_error = NULL WHERE id = $1 AND state <> 'done' RETURNING id`,
);

const postpone = statement<never, [number, string, Date, string | null]>(
  'refunds.postpone',
  `UPDATE refunds SET state = $2, try_at = $3, last_error = $4 WHERE id = $1 AND state <> 'done'`,
);

/**
 * Sends what is due: takes a lease, calls the provider outside any transaction, then records the outcome. A crash in
 * between leaves the lease to run out; the provider knows the refund's number and sends the money once.
 */
export async function sendRefunds(deps: RefundWorkerDeps): Promise<void> {
  const { pool, clock, timing } = deps;
  for (;;) {
    const now = clock();
    const leased = await lease(pool, now, new Date(now.getTime() + timing.leaseMs), perRound);
    for (const refund of leased) await sendOne(deps, refund);
    if (leased.length < perRound) return;
  }
}

async function sendOne(deps: RefundWorkerDeps, refund: LeasedRefund): Promise<void> {
  const { pool, clock, timing, log, metrics } = deps;
  const later = () => new Date(clock().getTime() + Math.min(maxBackoffMs, timing.backoffMs * 2 ** (refund.tries - 1)));
  try {
    const state = await askProvider(deps, refund);
    metrics.refunds.inc({ outcome: state.status });
    if (state.status === 'done') return await recordDone(deps, refund);
    if (state.status === 'pending') return void (await postpone(pool, refund.id, 'pending', later(), null));
    log.error(
      { orderId: refund.order_id, refundId: refund.id, why: state.why },
      'a refund was refused: staff must act',
    );
    await postpone(pool, refund.id, 'failed', clock(), state.why ?? null);
  } catch (error) {
    metrics.refunds.inc({ outcome: 'error' });
    log.error({ err: error, orderId: refund.order_id, refundId: refund.id }, 'a refund failed and is retried');
    await postpone(pool, refund.id, 'asked', later(), (error as Error).message);
  }
}

async function askProvider(
  { pool, providers, noticeUrl }: RefundWorkerDeps,
  refund: LeasedRefund,
): Promise<RefundState> {
  const provider = providers.find(({ name }) => name === refund.provider);
  if (!provider) throw new Error(`the provider ${refund.provider} is not set up`);
  const { amount, currency, paid, reason } = refund;
  return provider.refund({
    payment: { key: refund.payment, ref: refund.payment_ref },
    key: refundNumber(await installationOf(pool), refund.id),
    amount,
    paid,
    currency,
    reason,
    noticeUrl: noticeUrl(refund.provider),
    firstAskedAt: refund.created_at,
  });
}

async function recordDone({ pool, clock }: RefundWorkerDeps, refund: LeasedRefund): Promise<void> {
  const at = clock();
  await transaction(pool, async (db) => {
    if (!(await finish.maybe(db, refund.id, at))) return;
    const { id: refundId, order_id: orderId, attempt_id: attemptId, provider, amount, currency } = refund;
    await recordRefunds(db, [{ refundId, orderId, attemptId, provider, amount, currency, at }]);
  });
}
