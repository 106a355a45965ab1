import { transaction } from '../../platform/db.ts';
import * as sql from './attempts.sql.ts';
import { providerOf } from './attempts.ts';
import { giveUpIfLast, type SettlementDeps } from './hooks.ts';
import type { PaymentState } from './port.ts';
import { receivePayments } from './received-payments.ts';
import { everybody, type Whose } from './rounds.ts';

/**
 * Records what a provider says of a payment, once. It may say so late, twice, or after a query. Returns why there was
 * nothing to record, if there was not. `mayEnd`: whether the attempt, as it is now, may be given up.
 */
export async function settle(
  deps: SettlementDeps,
  provider: string,
  state: PaymentState,
  mayEnd: (attempt: sql.AttemptRow) => boolean = () => true,
): Promise<string | undefined> {
  if (state.status === 'paid') return (await receivePayments(deps, [{ provider, state }]))[0];
  if (state.status === 'dead') return giveUpAttempt(deps, provider, state.key, mayEnd);
  return `the payment is ${state.status}`;
}

async function giveUpAttempt(
  deps: SettlementDeps,
  provider: string,
  number: string,
  mayEnd: (attempt: sql.AttemptRow) => boolean,
): Promise<string | undefined> {
  const found = (await sql.attemptsByNumber(deps.pool, [number])).find((attempt) => attempt.provider === provider);
  const orderId = found?.order_id;
  if (!found || !orderId) return found ? 'recorded before' : 'unknown number';
  const { followUp, ignored } = await transaction(deps.pool, async (db) => {
    const orders = await deps.hooks.lock(db, [orderId]);
    const [attempt] = await sql.lockAttempts(db, [found.id]);
    if (attempt?.state !== 'open') return { ignored: 'settled before' };
    if (!mayEnd(attempt)) return { ignored: 'asked for meanwhile' };
    await sql.settleAttempts(db, [attempt.id], [null], 'dead', deps.clock());
    // One that we closed ourselves was replaced, or its order is over: that decides about the order.
    return attempt.closing ? {} : { followUp: await giveUpIfLast(db, orders, orderId, 'payment declined') };
  });
  followUp?.();
  return ignored;
}

// Queries -----------------------------------------------------------------------------------

/** A provider's clock may be behind ours: what it does not know long after the end cannot be paid any more. */
const marginMs = 120_000;

/** Asks the providers about open attempts whose notice has not come, and closes those that no order awaits. */
export async function queryAttempts(
  deps: SettlementDeps,
  timing: { queryAfterMs: number },
  { names, among }: Whose = everybody,
): Promise<void> {
  const now = deps.clock();
  const next = new Date(now.getTime() + timing.queryAfterMs);
  for (const attempt of await sql.takeDue(deps.pool, now, next, [...names], among)) {
    await queryOne(deps, attempt, now).catch((error) =>
      deps.log.error({ err: error, orderId: attempt.order_id, provider: attempt.provider }, 'a payment query failed'),
    );
  }
}

async function queryOne(deps: SettlementDeps, attempt: sql.AttemptRow, now: Date): Promise<void> {
  const provider = providerOf(deps, attempt.provider);
  if (!provider) throw new Error(`the provider ${attempt.provider} is not set up`);
  const payment = { key: attempt.number, ref: attempt.provider_ref ?? undefined };
  const isOver = now.getTime() > attempt.until.getTime() + marginMs;
  const state = await (attempt.closing || isOver ? provider.close(payment) : provider.query(payment));
  // Some providers know a payment only once the payer has opened their page, so an unknown one may still be paid until
  // it is over. An attempt never requested is dead, unless it was requested since this row was read.
  const isGone = ({ request }: sql.AttemptRow) => state.status === 'none' && (isOver || request === null);
  if (!isGone(attempt)) await settle(deps, attempt.provider, state);
  else await settle(deps, attempt.provider, { status: 'dead', key: attempt.number }, isGone);
}
