import type { Currency } from '@recline/contract/money';
import { type Db, transaction } from '../../platform/db.ts';
import * as sql from './attempts.sql.ts';
import { recordDifferences } from './differences.ts';
import { giveUpIfLast, type LockedOrders, type SettledAttempt, type SettlementDeps } from './hooks.ts';
import { recordPayments } from './ledger.ts';
import { installationOf } from './numbers.ts';
import type { PaymentState } from './port.ts';
import { requestRefunds } from './refunds.ts';

/** A payment of which a provider says that it was made. */
export interface ReceivedPayment {
  provider: string;
  state: Extract<PaymentState, { status: 'paid' }>;
}

/** Why nothing was recorded, if nothing was. */
type Outcome = string | undefined;

/** What is left to do after the commit, and why nothing was done if nothing was. */
interface Recorded {
  followUp?: (() => void) | undefined;
  ignored?: string;
}

/**
 * Records received payments, each once; a provider may report one late, twice, or after a query. Those that arrive
 * together are recorded together, and so are the starts that they cause.
 */
export async function receivePayments(deps: SettlementDeps, received: readonly ReceivedPayment[]): Promise<Outcome[]> {
  const recorded = await transaction(deps.pool, (db) => record(db, deps, received));
  for (const { followUp } of recorded.values()) followUp?.();
  return received.map((payment) => recorded.get(payment)?.ignored);
}

type RecordedPayments = Map<ReceivedPayment, Recorded>;

async function record(db: Db, deps: SettlementDeps, received: readonly ReceivedPayment[]): Promise<RecordedPayments> {
  const numbers = received.map(({ state }) => state.key);
  const found = new Map((await sql.attemptsByNumber(db, numbers)).map((row) => [keyOf(row.provider, row.number), row]));
  const results: RecordedPayments = new Map();
  const ofOrders: Known[] = [];
  for (const payment of received) {
    const attempt = found.get(keyOf(payment.provider, payment.state.key));
    if (!attempt) results.set(payment, await recordUnknown(db, deps, payment));
    else if (attempt.order_id === null) results.set(payment, { ignored: 'recorded before' });
    else ofOrders.push({ payment, attemptId: attempt.id, orderId: attempt.order_id });
  }
  for (const [payment, result] of await recordKnown(db, deps, ofOrders)) results.set(payment, result);
  return results;
}

const keyOf = (provider: string, number: string): string => `${provider} ${number}`;

/** A payment for an attempt of an order. */
interface Known {
  payment: ReceivedPayment;
  attemptId: number;
  orderId: number;
}

interface Received {
  payment: ReceivedPayment;
  attempt: sql.AttemptRow;
  settled: SettledAttempt;
}

async function recordKnown(db: Db, deps: SettlementDeps, known: readonly Known[]): Promise<RecordedPayments> {
  const results: RecordedPayments = new Map();
  if (known.length === 0) return results;
  const orders = await deps.hooks.lock(
    db,
    known.map(({ orderId }) => orderId),
  );
  const fresh = await recordFresh(db, deps, known);
  for (const { payment } of known) results.set(payment, { ignored: 'recorded before' });
  const right = fresh.filter(isRightAmount);
  const followUp = await orders.paid(right.map(({ settled }) => settled));
  for (const [index, { payment }] of right.entries()) results.set(payment, index === 0 ? { followUp } : {});
  for (const each of fresh)
    if (!isRightAmount(each)) results.set(each.payment, await returnWrongAmount(db, deps, orders, each));
  return results;
}

const isRightAmount = ({ payment: { state }, attempt }: Received): boolean =>
  state.amount === attempt.amount && state.currency === attempt.currency;

/** Enters the payments in the ledger and settles their attempts; returns those that were not recorded before. */
async function recordFresh(db: Db, { clock }: SettlementDeps, known: readonly Known[]): Promise<Received[]> {
  const locked = await sql.lockAttempts(
    db,
    known.map(({ attemptId }) => attemptId),
  );
  const attempts = new Map(locked.map((attempt) => [attempt.id, attempt]));
  const at = clock();
  const paid = known.map(({ payment: { provider, state }, attemptId, orderId }) => {
    const { amount, currency, ref: providerRef } = state;
    return { attemptId, orderId, provider, amount, currency, providerRef, at };
  });
  const entered = new Set(await recordPayments(db, paid));
  const fresh = known.flatMap(({ payment, attemptId, orderId }) => {
    const attempt = attempts.get(attemptId);
    if (!attempt || !entered.delete(attemptId)) return []; // of two reports of one payment the first counts
    const { provider, amount, currency } = attempt;
    return [{ payment, attempt, settled: { attemptId, orderId, provider, amount, currency } }];
  });
  const ids = fresh.map(({ attempt }) => attempt.id);
  const refs = fresh.map(({ payment }) => payment.state.ref);
  if (fresh.length > 0) await sql.settleAttempts(db, ids, refs, 'paid', at);
  return fresh;
}

/** Money of a wrong amount pays for nothing: it goes back, and somebody looks into it. */
async function returnWrongAmount(
  db: Db,
  deps: SettlementDeps,
  orders: LockedOrders,
  { payment: { state }, attempt, settled }: Received,
): Promise<Recorded> {
  const { orderId, attemptId, provider } = settled;
  const { key, ref, amount, currency } = state;
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
  const followUp = await giveUpIfLast(db, orders, orderId, 'wrong amount');
  return {
    followUp() {
      followUp?.();
      deps.refundSoon();
    },
  };
}

/**
 * Money under a number that no attempt has. With our installation's prefix it was paid to us, for an order that the
 * database no longer has: it is recorded and goes back. Any other number may belong to another program of the merchant,
 * so it is only shown.
 */
async function recordUnknown(
  db: Db,
  deps: SettlementDeps,
  { provider, state: { key, ref, amount, currency } }: ReceivedPayment,
): Promise<Recorded> {
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
  await recordPayments(db, [{ ...money, providerRef: ref, at: now }]);
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
