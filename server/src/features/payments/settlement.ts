import type { Currency } from '@recline/contract/money';
import type { Clock } from '../../platform/clock.ts';
import { type Db, type Pool, transaction } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import * as sql from './attempts.sql.ts';
import { providerOf } from './attempts.ts';
import { recordDifferences } from './differences.ts';
import { recordPayment } from './ledger.ts';
import { installationOf } from './numbers.ts';
import type { PaymentProvider, PaymentState } from './port.ts';
import { requestRefunds } from './refunds.ts';
import { everybody, type Whose } from './rounds.ts';

/** An attempt that was settled, as the order hears of it. */
export interface SettledAttempt {
  attemptId: number;
  orderId: number;
  provider: string;
  amount: number;
  currency: Currency;
}

/** Payments know orders only through this. */
export interface PaymentHooks {
  /** Locks the order, in the transaction that records the payment; orders are locked before their attempts everywhere. */
  lock(db: Db, orderId: number): Promise<LockedOrder>;
}

/** What an order does when its payment is decided. Each function returns what is left to do after the commit. */
interface LockedOrder {
  paid(attempt: SettledAttempt): Promise<() => void>;
  /** No attempt of the order can be paid any more. */
  dead(reason: string): Promise<() => void>;
}

export interface SettlementDeps {
  pool: Pool;
  clock: Clock;
  log: Log;
  providers: readonly PaymentProvider[];
  hooks: PaymentHooks;
  /** Sends refunds that became due. */
  refundSoon(): void;
}

type Paid = Extract<PaymentState, { status: 'paid' }>;
/** What is left to do after the commit, and why nothing was done if nothing was. */
type Settled = { followUp?: () => void; ignored?: string };

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
  if (state.status === 'none' || state.status === 'open') return `the payment is ${state.status}`;
  const found = await sql.attemptByNumber.maybe(deps.pool, state.key, provider);
  const { followUp, ignored } = await transaction(deps.pool, async (db): Promise<Settled> => {
    if (!found)
      return state.status === 'paid' ? recordUnknown(db, deps, provider, state) : { ignored: 'unknown number' };
    if (found.order_id === null) return { ignored: 'recorded before' };
    const order = await deps.hooks.lock(db, found.order_id);
    const attempt = await sql.lockAttempt.one(db, found.id);
    const locked = { order, attempt, settled: settledOf(attempt, found.order_id) };
    if (state.status === 'paid') return recordPaid(db, deps, locked, state);
    return mayEnd(attempt) ? recordDead(db, deps, locked) : { ignored: 'asked for meanwhile' };
  });
  followUp?.();
  return ignored;
}

/** An attempt and its order, both locked. */
interface Locked {
  order: LockedOrder;
  attempt: sql.AttemptRow;
  settled: SettledAttempt;
}

const settledOf = ({ id, provider, amount, currency }: sql.AttemptRow, orderId: number): SettledAttempt => ({
  attemptId: id,
  orderId,
  provider,
  amount,
  currency,
});

async function recordPaid(
  db: Db,
  deps: SettlementDeps,
  { order, attempt, settled }: Locked,
  state: Paid,
): Promise<Settled> {
  const { ref, amount, currency } = state;
  const at = deps.clock();
  if (!(await recordPayment(db, { ...settled, amount, currency, providerRef: ref, at })))
    return { ignored: 'recorded before' };
  await sql.settleAttempt(db, attempt.id, 'paid', ref, at);
  if (amount === attempt.amount && currency === attempt.currency) return { followUp: await order.paid(settled) };
  return returnWrongAmount(db, deps, { order, attempt, settled }, state);
}

/** Money of a wrong amount pays for nothing: it goes back, and somebody looks into it. */
async function returnWrongAmount(
  db: Db,
  deps: SettlementDeps,
  { order, attempt, settled }: Locked,
  { key, ref, amount, currency }: Paid,
): Promise<Settled> {
  const { orderId, attemptId, provider } = settled;
  const now = deps.clock();
  await returnWhole(db, { orderId, attemptId, provider, amount, currency }, 'wrong amount', now);
  const detail = `asked for ${attempt.amount} ${attempt.currency}, paid ${amount} ${currency} (${ref}); it goes back`;
  const difference = {
    provider,
    kind: 'wrong amount',
    subject: key,
    order_id: orderId,
    detail,
    found_at: now,
  } as const;
  await recordDifferences(db, [{ ...difference, expected: attempt.amount, found: amount, currency }]);
  deps.log.error(
    { provider, orderId, expected: attempt.amount, found: amount, currency },
    'a payment of a wrong amount',
  );
  const followUp = await giveUpIfLast(db, order, orderId, 'wrong amount');
  return {
    followUp() {
      followUp?.();
      deps.refundSoon();
    },
  };
}

async function recordDead(db: Db, { clock }: SettlementDeps, { order, attempt, settled }: Locked): Promise<Settled> {
  if (attempt.state !== 'open') return { ignored: 'settled before' };
  await sql.settleAttempt(db, attempt.id, 'dead', null, clock());
  // One that we closed ourselves was replaced, or its order is over: that decides about the order.
  return attempt.closing ? {} : { followUp: await giveUpIfLast(db, order, settled.orderId, 'payment declined') };
}

/** The order is given up unless another attempt of it can still be paid. */
async function giveUpIfLast(db: Db, order: LockedOrder, orderId: number, reason: string) {
  return (await sql.openAttemptOf.maybe(db, orderId)) ? undefined : order.dead(reason);
}

/**
 * Money under a number that no attempt has. With our installation's prefix it was paid to us, for an order that the
 * database no longer has: it is recorded and goes back. Any other number may belong to another program of the merchant,
 * so it is only shown.
 */
async function recordUnknown(db: Db, deps: SettlementDeps, provider: string, state: Paid): Promise<Settled> {
  const { key, ref, amount, currency } = state;
  const now = deps.clock();
  const isOurs = key.startsWith(`${await installationOf(db)}_`);
  const kind = isOurs ? 'unknown order' : 'unknown number';
  const detail = `${amount} ${currency} was paid (${ref})${isOurs ? '; it goes back' : '; not made by this installation'}`;
  const difference = { provider, kind, subject: key, order_id: null, expected: null, detail, found_at: now } as const;
  await recordDifferences(db, [{ ...difference, found: amount, currency }]);
  if (!isOurs) return { ignored: 'not a number of this installation' };
  const attempt = await sql.insertUnknown.maybe(db, key, provider, amount, currency, ref, now);
  if (!attempt) return { ignored: 'recorded before' };
  deps.log.error({ provider, number: key, amount, currency }, 'a payment for an order that does not exist');
  const money = { orderId: null, attemptId: attempt.id, provider, amount, currency };
  await recordPayment(db, { ...money, providerRef: ref, at: now });
  await returnWhole(db, money, 'unknown order', now);
  return { followUp: deps.refundSoon };
}

interface Money {
  orderId: number | null;
  attemptId: number;
  provider: string;
  amount: number;
  currency: Currency;
}

/** Returns a payment that is no part of what an order cost. */
function returnWhole(db: Db, { attemptId, provider, ...money }: Money, reason: string, now: Date): Promise<void> {
  const surplusOf = { attemptId, provider };
  return requestRefunds(db, [{ ...money, reason, requestedBy: 'system', requestId: null, surplusOf }], now);
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
