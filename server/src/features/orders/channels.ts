import type { OrderStatus } from '@recline/contract/dictionary';
import type { Db } from '../../platform/db.ts';
import { channel } from '../../platform/notify.ts';

interface OrderChange {
  orderId: number;
  outletId: number;
  deviceId: string;
  placedBy: number | null;
  status: OrderStatus;
}

/** Something about an order changed: its status, its feedback. */
export const orderChanged = channel<OrderChange>('order');

/** SQL that publishes the orders of a statement, under the given alias. */
export const publishingOrder = (alias: string): string =>
  orderChanged.expression({
    orderId: `${alias}.id`,
    outletId: `${alias}.outlet_id`,
    deviceId: `${alias}.device_id`,
    placedBy: `${alias}.placed_by`,
    status: `${alias}.status`,
  });

interface ChangedOrder {
  id: number;
  outlet_id: number;
  device_id: string;
  placed_by: number | null;
  status: OrderStatus;
}

export const publishOrders = (db: Db, orders: readonly ChangedOrder[]): Promise<void> =>
  orderChanged.publish(
    db,
    orders.map((order) => ({
      orderId: order.id,
      outletId: order.outlet_id,
      deviceId: order.device_id,
      placedBy: order.placed_by,
      status: order.status,
    })),
  );
