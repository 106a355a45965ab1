import { unlessViolated } from '../../../platform/savepoint.ts';
import { type PaymentHooks, requestRefunds, type SettledAttempt } from '../../payments/index.ts';
import type { OrderState } from './lifecycle.rules.ts';
import { change, type OrderStore, type OrderTx, orderTransaction } from './lifecycle.service.ts';
import { lockOrder, lockOrders, republishOrder } from './lifecycle.sql.ts';

/** What orders offer to payments. */
export const paymentHooks = (store: OrderStore): PaymentHooks => ({
  transaction: (work) =>
    orderTransaction(store, (tx) =>
      work({
        db: tx.db,
        now: tx.now,
        lock: async (orderIds) => void (await lockOrders(tx.db, [...orderIds])),
        received: (attempt) => paymentReceived(tx, attempt),
        async cancel(orderId, reason) {
          const order = await lockOrder(tx.db, orderId);
          if (order) await change(tx, order, { step: 'cancel', at: tx.now, reason });
        },
        moved: (orderId) => republishOrder(tx.db, orderId),
        refundDue() {
          tx.refundsDue = true;
        },
      }),
    ),
});

/** The constraint that lets only one order hold a chair. */
const holdsChair = 'one_holding_order_a_device';

/** The first payment gets the chair. A payment that its order cannot use is refunded. */
async function paymentReceived(tx: OrderTx, attempt: SettledAttempt): Promise<void> {
  const order = await lockOrder(tx.db, attempt.orderId);
  if (!order) throw new Error(`a payment for the order ${attempt.orderId}, which does not exist`);
  if (order.status === 'pending') await startOrReturn(tx, order, attempt);
  else if (order.status === 'cancelled' && order.refunded_amount === 0) await returnMoney(tx, order, 'paid too late');
  else await returnSurplus(tx, attempt);
}

async function startOrReturn(tx: OrderTx, order: OrderState, { provider }: SettledAttempt): Promise<void> {
  const isStarted = await unlessViolated(tx.db, holdsChair, () =>
    change(tx, order, { step: 'pay', payType: provider }),
  );
  if (isStarted) return;
  const cancelled = await change(tx, order, { step: 'cancel', at: tx.now, reason: 'taken' });
  if (cancelled) await returnMoney(tx, cancelled, 'taken');
}

const returnMoney = (tx: OrderTx, order: OrderState, reason: string) =>
  change(tx, order, { step: 'refund', at: tx.now, reason, amount: order.amount });

/** A second payment of one order, which is not part of its price. */
async function returnSurplus(tx: OrderTx, attempt: SettledAttempt): Promise<void> {
  const { orderId, attemptId, provider, amount, currency } = attempt;
  const surplusOf = { attemptId, provider };
  const refund = { orderId, amount, currency, reason: 'paid twice', requestedBy: 'system', requestId: null, surplusOf };
  await requestRefunds(tx.db, [refund], tx.now);
  tx.refundsDue = true;
}
