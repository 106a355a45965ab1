import type { Currency } from '@recline/contract/money';
import type { Clock } from '../../platform/clock.ts';
import { type Db, type Pool, transaction } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import type { Log } from '../../platform/log.ts';
import * as sql from './attempts.sql.ts';
import { providerOf } from './attempts.ts';
import { recordPayment } from './ledger.ts';
import type { NoticeAnswer, PaymentProvider, PaymentState, RawNotice } from './port.ts';

/** An attempt that was settled, as the order hears of it. */
export interface SettledAttempt {
  attemptId: number;
  orderId: number;
  provider: string;
  amount: number;
  currency: Currency;
}

/**
 * What an order does when its payment is decided. Payments know orders only through this. Each function runs in the
 * transaction that records the payment and returns what is left to do after the commit.
 */
export interface PaymentHooks {
  /** Locks the order; orders are locked before their attempts everywhere. */
  lock(db: Db, orderId: number): Promise<void>;
  paid(db: Db, attempt: SettledAttempt): Promise<() => void>;
  dead(db: Db, attempt: SettledAttempt): Promise<() => void>;
}

export interface SettlementDeps {
  pool: Pool;
  clock: Clock;
  log: Log;
  providers: readonly PaymentProvider[];
  hooks: PaymentHooks;
  timing: { queryAfterMs: number };
}

/** A provider's notice. It may come late, twice or forged. */
export async function takeNotice(deps: SettlementDeps, name: string, raw: RawNotice): Promise<NoticeAnswer> {
  const provider = providerOf(deps, name);
  if (!provider) throw fail('notFound');
  const notice = await provider.readNotice(raw);
  if (notice.kind === 'forged') {
    deps.log.warn({ provider: name, why: notice.why }, 'a payment notice that is not genuine');
    throw fail('forbidden');
  }
  if (notice.kind === 'payment') await settle(deps, name, notice.state);
  return provider.answer(true);
}

/** Records what a provider says of a payment, once. A notice may come late, twice, or after a query. */
export async function settle(deps: SettlementDeps, provider: string, state: PaymentState): Promise<void> {
  if (state.status === 'none' || state.status === 'open') return;
  const found = await sql.attemptByNumber.maybe(deps.pool, state.key, provider);
  if (!found) throw fail('notFound');
  const followUp = await transaction(deps.pool, async (db) => {
    await deps.hooks.lock(db, found.order_id);
    const attempt = await sql.lockAttempt.one(db, found.id);
    return state.status === 'paid' ? recordPaid(db, deps, attempt, state) : recordDead(db, deps, attempt);
  });
  followUp?.();
}

type Paid = Extract<PaymentState, { status: 'paid' }>;

async function recordPaid(
  db: Db,
  { clock, hooks }: SettlementDeps,
  attempt: sql.AttemptRow,
  { ref, amount, currency }: Paid,
) {
  if (amount !== attempt.amount || currency !== attempt.currency) throw fail('conflict');
  const at = clock();
  const settled = settledOf(attempt);
  if (!(await recordPayment(db, { ...settled, providerRef: ref, at }))) return undefined;
  await sql.settleAttempt(db, attempt.id, 'paid', ref, at);
  return hooks.paid(db, settled);
}

async function recordDead(db: Db, { clock, hooks }: SettlementDeps, attempt: sql.AttemptRow) {
  if (attempt.state !== 'open') return undefined;
  await sql.settleAttempt(db, attempt.id, 'dead', null, clock());
  return hooks.dead(db, settledOf(attempt));
}

const settledOf = ({ id, order_id, provider, amount, currency }: sql.AttemptRow): SettledAttempt => ({
  attemptId: id,
  orderId: order_id,
  provider,
  amount,
  currency,
});

/** Asks the providers about open attempts whose notice has not come, and closes those that no order awaits. */
export async function queryAttempts(deps: SettlementDeps): Promise<void> {
  const now = deps.clock();
  const next = new Date(now.getTime() + deps.timing.queryAfterMs);
  for (const attempt of await sql.takeDue(deps.pool, now, next)) {
    await queryOne(deps, attempt).catch((error) =>
      deps.log.error({ err: error, orderId: attempt.order_id, provider: attempt.provider }, 'a payment query failed'),
    );
  }
}

async function queryOne(deps: SettlementDeps, attempt: sql.AttemptRow): Promise<void> {
  const provider = providerOf(deps, attempt.provider);
  if (!provider) throw new Error(`the provider ${attempt.provider} is not set up`);
  const payment = { key: attempt.number, ref: attempt.provider_ref ?? undefined };
  const state = await (attempt.closing ? provider.close(payment) : provider.query(payment));
  const isGone = state.status === 'none' && attempt.closing;
  await settle(deps, attempt.provider, isGone ? { status: 'dead', key: attempt.number } : state);
}
