import type { PaymentState } from '../providers/provider.ts';
import { everybody, type Whose } from '../rounds.ts';
import { isProven } from './attempts.rules.ts';
import * as sql from './attempts.sql.ts';
import { providerOf } from './attempts.ts';
import type { SettlementDeps } from './hooks.ts';
import { cancelIfLast, receivePayments } from './record-payment.ts';

/**
 * Records a provider's report about a payment, once, however late or often it arrives. Returns the reason if there was
 * nothing to record.
 */
export async function settle(deps: SettlementDeps, provider: string, state: PaymentState): Promise<string | undefined> {
  if (state.status === 'paid') return (await receivePayments(deps, [{ provider, state }]))[0];
  if (state.status === 'dead') return endAttempt(deps, provider, state);
  return `the payment is ${state.status}`;
}

async function endAttempt(deps: SettlementDeps, provider: string, state: PaymentState): Promise<string | undefined> {
  const found = (await sql.attemptsByNumber(deps.pool, [state.key])).find((attempt) => attempt.provider === provider);
  const orderId = found?.order_id;
  if (!found || !orderId) return found ? 'recorded before' : 'unknown number';
  if (!isProven(found, state)) return 'not proven to be a payment of this installation';
  return deps.hooks.transaction(async (tx) => {
    await tx.lock([orderId]);
    const attempt = await sql.lockAttempt.one(tx.db, found.id);
    if (attempt.state !== 'open') return 'settled before';
    await sql.settleAttempt(tx.db, attempt.id, null, 'dead', tx.now);
    // An attempt that we closed ourselves was replaced or its order is over, so the order is left alone.
    if (!attempt.closing) await cancelIfLast(tx, orderId, 'payment declined');
    return undefined;
  });
}

// Queries -----------------------------------------------------------------------------------

/** A provider's clock may be behind ours: a payment that it does not know long after the end can no longer be made. */
const marginMs = 120_000;

/** Few at once, so that a returning payer waits for few others. */
const perRound = 10;

/** Queries the providers about open attempts whose notice has not arrived, and closes those that no order awaits. */
export async function queryAttempts(
  deps: SettlementDeps,
  timing: { queryAfterMs: number },
  { names, among }: Whose = everybody,
): Promise<void> {
  for (;;) {
    const now = deps.clock();
    const next = new Date(now.getTime() + timing.queryAfterMs);
    const due = await sql.takeDue(deps.pool, now, next, [...names], among, perRound);
    await Promise.all(
      due.map((attempt) =>
        queryOne(deps, attempt, now).catch((error) =>
          deps.log.error(
            { err: error, orderId: attempt.order_id, provider: attempt.provider },
            'a payment query failed',
          ),
        ),
      ),
    );
    if (due.length < perRound) return;
  }
}

/** Closes attempts at their providers, now. False: one may still be paid, or was. */
export async function closeNow(deps: SettlementDeps, attempts: readonly sql.AttemptRow[]): Promise<boolean> {
  for (const attempt of attempts) {
    const status = await queryOne(deps, attempt, deps.clock());
    if (status === 'open') return false;
  }
  return true;
}

async function queryOne(deps: SettlementDeps, attempt: sql.AttemptRow, now: Date): Promise<PaymentState['status']> {
  const state = await askProvider(deps, attempt, now);
  // Some providers know a payment only once the payer has opened their page, and a payer may still be waiting for a
  // turn to request it, so an unknown one may be paid until its expiry.
  const isGone = state.status === 'none' && (isOver(attempt, now) || isNeverPayable(attempt));
  if (isGone) await settle(deps, attempt.provider, { status: 'dead', key: attempt.number });
  else if (state.status === 'open' || state.status === 'none') await notPaidYet(deps, attempt, now);
  else await settle(deps, attempt.provider, state);
  return state.status;
}

/** Nobody was ever told how to pay it, and nobody will be. */
const isNeverPayable = ({ closing, request }: sql.AttemptRow): boolean => closing && request === null;

const isOver = ({ until }: sql.AttemptRow, now: Date): boolean => now.getTime() > until.getTime() + marginMs;

async function askProvider(deps: SettlementDeps, attempt: sql.AttemptRow, now: Date): Promise<PaymentState> {
  const { number: key, provider_ref: ref, closing, request } = attempt;
  const ends = closing || isOver(attempt, now);
  if (isNeverPayable(attempt) || (request === null && !ends)) return { status: 'none', key };
  const provider = providerOf(deps, attempt.provider);
  if (!provider) throw new Error(`the provider ${attempt.provider} is not set up`);
  const payment = { key, ref: ref ?? undefined };
  return ends ? provider.close(payment) : provider.query(payment);
}

/** A payer who has returned is notified, and may pay again. */
async function notPaidYet({ pool, hooks }: SettlementDeps, { id, order_id: orderId }: sql.AttemptRow, now: Date) {
  if (orderId === null || (await sql.markAnswered(pool, id, now)).length === 0) return;
  await hooks.transaction((tx) => tx.moved(orderId));
}
