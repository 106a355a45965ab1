import { minutesAfter } from '../../../platform/instants.ts';
import type { RunningReport } from '../../devices/index.ts';
import type { Orders } from '../environment.ts';
import { mustStop, type OrderState, trustedTime } from '../lifecycle/lifecycle.rules.ts';
import { orderTransaction } from '../lifecycle/lifecycle.service.ts';
import { lockOrder } from '../lifecycle/lifecycle.sql.ts';
import { ordersById } from './chair.sql.ts';
import { started } from './chair-events.ts';

/** A chair's state says that it runs an order: starts an order whose event is late, stops what must not run. */
export async function reconcileRunning(orders: Orders, reports: readonly RunningReport[]): Promise<void> {
  const ids = reports.map(({ orderId }) => Number(orderId)).filter((id) => Number.isSafeInteger(id) && id > 0);
  if (ids.length === 0) return;
  const found = new Map((await ordersById(orders.pool, ids)).map((order) => [order.id, order]));
  for (const report of reports) {
    const order = found.get(Number(report.orderId));
    if (order?.device_id !== report.deviceId || (order.status !== 'starting' && !mustStop(order))) continue;
    await reconcileOne(orders, order, report).catch((error) =>
      orders.log.error({ err: error, orderId: order.id }, "a chair's state could not be reconciled with its order"),
    );
  }
}

function reconcileOne(orders: Orders, { id, minutes }: OrderState, { endsAt }: RunningReport): Promise<void> {
  return orderTransaction(orders, async (tx) => {
    const reported = endsAt ? minutesAfter(endsAt, -minutes) : tx.now;
    await started(tx, await lockOrder(tx.db, id), trustedTime(reported, tx.now, { offline: false }).at);
  });
}
