import type { Currency } from '@recline/contract/money';
import { recordDifferences } from '../bills/differences.service.ts';
import { recordPaid } from '../ledger.ts';
import type { PaymentState } from '../providers/provider.ts';
import { requestRefunds } from '../refunds/requests.service.ts';
import { isProven } from './attempts.rules.ts';
import * as sql from './attempts.sql.ts';
import type { PaymentTx, SettlementDeps } from './hooks.ts';
import { attemptNumber, hasOurPrefix } from './numbers.ts';

/** A payment that a provider reports as made. */
export interface ReceivedPayment {
  provider: string;
  state: Extract<PaymentState, { status: 'paid' }>;
}

/** Why nothing was recorded, if nothing was. */
type Outcome = string | undefined;

/**
 * Records received payments, each once; a provider may report one late, twice, or after a query. Those that arrive
 * together share a transaction, in which one is handled after the other.
 */
export const receivePayments = (deps: SettlementDeps, received: readonly ReceivedPayment[]): Promise<Outcome[]> =>
  deps.hooks.transaction(async (tx) => {
    const found = await sql.attemptsByNumber(
      tx.db,
      received.map(({ state }) => state.key),
    );
    await tx.lock(found.flatMap(({ order_id }) => order_id ?? []));
    const outcomes: Outcome[] = [];
    for (const payment of received) {
      const attempt = found.find((each) => each.number === payment.state.key && each.provider === payment.provider);
      const isOurs = attempt !== undefined && isProven(attempt, payment.state);
      outcomes.push(isOurs ? await recordPayment(tx, deps, payment, attempt) : await listForeign(tx, deps, payment));
    }
    return outcomes;
  });

async function recordPayment(
  tx: PaymentTx,
  deps: SettlementDeps,
  payment: ReceivedPayment,
  { id: attemptId, order_id: orderId, amount, currency }: sql.FoundAttempt,
): Promise<Outcome> {
  const { provider, state } = payment;
  if (orderId === null) return 'recorded before';
  const paid = { attemptId, orderId, provider, amount: state.amount, currency: state.currency };
  if (!(await recordPaid(tx.db, { ...paid, providerRef: state.ref, at: tx.now })))
    return returnFurther(tx, deps, payment, orderId);
  await sql.settleAttempt(tx.db, attemptId, state.ref, 'paid', tx.now);
  if (state.amount === amount && state.currency === currency) await tx.received(paid);
  else await returnWrongAmount(tx, deps, { ...paid, orderId }, { state, amount, currency });
  return undefined;
}

interface Asked {
  state: ReceivedPayment['state'];
  amount: number;
  currency: Currency;
}

/** A wrong amount pays for nothing: it is refunded, and staff look into it. */
async function returnWrongAmount(
  tx: PaymentTx,
  { log }: SettlementDeps,
  paid: Money & { orderId: number },
  { state, amount: expected, currency }: Asked,
): Promise<void> {
  const { provider, orderId } = paid;
  const { key: subject, ref, amount: found, currency: foundCurrency } = state;
  await returnWhole(tx, paid, 'wrong amount');
  const detail = `asked for ${expected} ${currency}, paid ${found} ${foundCurrency} (${ref}); it goes back`;
  const what = { provider, kind: 'wrong amount', subject, order_id: orderId, detail, found_at: tx.now } as const;
  await recordDifferences(tx.db, [{ ...what, expected, found, currency: foundCurrency }]);
  log.error({ provider, orderId, expected, found, currency: foundCurrency }, 'a payment of a wrong amount');
  await cancelIfLast(tx, orderId, 'wrong amount');
}

/** The order is cancelled unless another attempt of it can still be paid. */
export async function cancelIfLast(tx: PaymentTx, orderId: number, reason: string): Promise<void> {
  if (!(await sql.openAttemptOf.maybe(tx.db, orderId))) await tx.cancel(orderId, reason);
}

/**
 * A further payment under a number that was paid before is refunded, whatever the order's state. Only a provider that
 * numbers payments itself can have one: elsewhere a number is paid once.
 */
async function returnFurther(
  tx: PaymentTx,
  { log, installation }: SettlementDeps,
  { provider, state }: ReceivedPayment,
  orderId: number,
): Promise<Outcome> {
  const { db, now } = tx;
  const { ref, amount, currency } = state;
  if (await sql.paidByRef.maybe(db, provider, ref)) return 'recorded before';
  const last = (await sql.lastAttempt.one(db, orderId)).last + 1;
  const number = attemptNumber(await installation(), orderId, last);
  const attempt = await sql.insertPaid.one(db, orderId, last, number, provider, amount, currency, ref, now);
  const money = { orderId, attemptId: attempt.id, provider, amount, currency };
  await recordPaid(db, { ...money, providerRef: ref, at: now });
  await returnWhole(tx, money, 'paid twice');
  log.error({ provider, orderId, number: state.key, ref, amount, currency }, 'a payment was made twice');
  return undefined;
}

/**
 * Money that is not proven to be ours is never touched: it may be a sale of another program of the same merchant. It is
 * shown to staff as a difference if its number looks like ours, or is unknown to all our programs.
 */
async function listForeign(
  { db, now }: PaymentTx,
  { log, installation }: SettlementDeps,
  { provider, state: { key, ref, amount, currency, claimed } }: ReceivedPayment,
): Promise<Outcome> {
  const looksOurs = hasOurPrefix(await installation(), key);
  const ignored = 'not proven to be a payment of this installation';
  if (claimed && !looksOurs) return ignored;
  const kind = looksOurs && !claimed ? 'unknown order' : 'unknown number';
  const detail = `${amount} ${currency} was paid (${ref}); ${ignored}, so nothing was done`;
  const difference = { provider, kind, subject: key, order_id: null, expected: null, detail, found_at: now } as const;
  await recordDifferences(db, [{ ...difference, found: amount, currency }]);
  if (looksOurs) log.error({ provider, number: key, ref, amount, currency }, 'a payment is not proven to be ours');
  return ignored;
}

interface Money {
  orderId: number | null;
  attemptId: number;
  provider: string;
  amount: number;
  currency: Currency;
}

/** Refunds a payment that is not part of an order's price. */
async function returnWhole(tx: PaymentTx, { attemptId, provider, ...money }: Money, reason: string): Promise<void> {
  const surplusOf = { attemptId, provider };
  const refund = { ...money, reason, requestedBy: 'system', requestId: null, surplusOf };
  await requestRefunds(tx.db, [refund], tx.now);
  tx.refundDue();
}
