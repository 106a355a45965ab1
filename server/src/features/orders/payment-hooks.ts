import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { unlessViolated } from '../../platform/savepoint.ts';
import { type PaymentHooks, requestRefunds, type SettledAttempt } from '../payments/index.ts';
import type { OrderState } from './lifecycle.rules.ts';
import { lockOrders } from './lifecycle.sql.ts';
import { type Applied, combine, type LifecycleContext, nothingApplied, transition } from './lifecycle.ts';

interface PaymentHookDeps {
  clock: Clock;
  timing: { startWaitMs: number };
  followUp(applied: Applied): void;
}

/** What an order does when a payment for it is decided. */
export function makePaymentHooks({ clock, timing, followUp }: PaymentHookDeps): PaymentHooks {
  const context = (): LifecycleContext => ({ now: clock(), startWaitMs: timing.startWaitMs });
  const after = async (applying: Promise<Applied>) => {
    const applied = await applying;
    return () => followUp(applied);
  };
  return {
    async lock(db, orderIds) {
      const orders = new Map((await lockOrders(db, [...orderIds])).map((order) => [order.id, order]));
      return {
        paid: (attempts) => after(takePayments(db, context(), orders, attempts)),
        dead: (orderId, reason) => after(cancel(db, context(), orderOf(orders, orderId), reason)),
      };
    },
  };
}

/** As they are now, locked, by their ids. */
type LockedStates = Map<number, OrderState>;

function orderOf(orders: LockedStates, orderId: number): OrderState {
  const order = orders.get(orderId);
  if (!order) throw new Error(`order ${orderId} is not locked`);
  return order;
}

/** Orders that await their payment start together; one by one where a chair is taken, or there is more to decide. */
async function takePayments(
  db: Db,
  context: LifecycleContext,
  orders: LockedStates,
  attempts: readonly SettledAttempt[],
): Promise<Applied> {
  const started = await startTogether(db, context, orders, attempts);
  if (started) return keepStates(orders, started);
  let applied = nothingApplied;
  for (const attempt of attempts) {
    const taken = await takePayment(db, context, orderOf(orders, attempt.orderId), attempt);
    applied = combine(applied, keepStates(orders, taken));
  }
  return applied;
}

/** Whatever is decided next in this transaction is decided on the new states. */
function keepStates(orders: LockedStates, applied: Applied): Applied {
  for (const order of applied.changed) orders.set(order.id, order);
  return applied;
}

async function startTogether(
  db: Db,
  context: LifecycleContext,
  orders: LockedStates,
  attempts: readonly SettledAttempt[],
): Promise<Applied | undefined> {
  const paid = new Set(attempts.map(({ orderId }) => orderOf(orders, orderId)));
  const isPlain = paid.size === attempts.length && [...paid].every(({ status }) => status === 'pending');
  if (attempts.length < 2 || !isPlain) return undefined;
  const requests = attempts.map(({ orderId, provider }) => ({ orderId, step: 'pay', payType: provider }) as const);
  return unlessViolated(db, holdsChair, () => transition(db, context, requests, [...paid]));
}

/** The constraint by which a chair is held by one order. */
const holdsChair = 'one_holding_order_a_device';

/** The first payment gets the chair. A payment that the order cannot use is refunded. */
async function takePayment(
  db: Db,
  context: LifecycleContext,
  order: OrderState,
  attempt: SettledAttempt,
): Promise<Applied> {
  if (order.status === 'pending') return startOrReturn(db, context, order, attempt);
  if (order.status === 'cancelled' && order.refunded_amount === 0) {
    return returnMoney(db, context, order, 'paid too late');
  }
  return returnSurplus(db, context, attempt);
}

async function startOrReturn(
  db: Db,
  context: LifecycleContext,
  order: OrderState,
  { provider }: SettledAttempt,
): Promise<Applied> {
  const started = await unlessViolated(db, holdsChair, () =>
    transition(db, context, [{ orderId: order.id, step: 'pay', payType: provider }], [order]),
  );
  if (started) return started;
  const { changed } = await cancel(db, context, order, 'taken');
  return returnMoney(db, context, changed[0] ?? order, 'taken');
}

const cancel = (db: Db, context: LifecycleContext, order: OrderState, reason: string): Promise<Applied> =>
  transition(db, context, [{ orderId: order.id, step: 'cancel', at: context.now, reason }], [order]);

const returnMoney = (db: Db, context: LifecycleContext, order: OrderState, reason: string): Promise<Applied> =>
  transition(
    db,
    context,
    [{ orderId: order.id, step: 'refund', at: context.now, reason, amount: order.amount }],
    [order],
  );

/** A second payment of one order: not part of what the order cost. */
async function returnSurplus(db: Db, { now }: LifecycleContext, attempt: SettledAttempt): Promise<Applied> {
  const { orderId, attemptId, provider, amount, currency } = attempt;
  const surplusOf = { attemptId, provider };
  const refund = { orderId, amount, currency, reason: 'paid twice', requestedBy: 'system', requestId: null, surplusOf };
  await requestRefunds(db, [refund], now);
  return { ...nothingApplied, refundsDue: true };
}
