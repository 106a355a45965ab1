import { isIn, startedStatuses } from '@recline/contract/values';
import { type Admin, refuse } from '../../../platform/admin.ts';
import type { Db } from '../../../platform/db.ts';
import { record } from '../../audit/index.ts';
import {
  closeDifference,
  closeRefund,
  type Difference,
  openDifference,
  type RefundClosing,
  refundForStaff,
  type StaffRefund,
} from '../../payments/index.ts';
import { leftToRefund, type OrderState } from '../lifecycle/lifecycle.rules.ts';
import { change, orderTransaction, withoutServer } from '../lifecycle/lifecycle.service.ts';
import { lockOrder, republishOrder } from '../lifecycle/lifecycle.sql.ts';
import { type OrderForAdmin, orderForAdmin } from './orders.admin.sql.ts';
import { refundSteps } from './orders.service.ts';

/** Administration of orders: what an operator sees and does. */

const shape = (row: OrderForAdmin) => ({
  orderId: String(row.id),
  status: row.status,
  type: row.type,
  payType: row.pay_type,
  amount: row.amount,
  listAmount: row.list_amount,
  refundedAmount: row.refunded_amount,
  currency: row.currency,
  deviceId: row.device_id,
  outletId: String(row.outlet_id),
  outletName: row.outlet_name,
  timeZone: row.time_zone,
  placedBy: row.placed_by,
  gear: row.gear,
  minutes: row.minutes,
  couponNo: row.coupon_no,
  cashCouponNo: row.cash_coupon_no,
  createdAt: row.created_at,
  startedAt: row.started_at,
  endsAt: row.ends_at,
  endedAt: row.ended_at,
  endReason: row.end_reason,
  overlapping: row.overlapping,
});

export type AdminOrder = ReturnType<typeof shape>;

export async function findOrder(db: Db, orderId: number): Promise<AdminOrder> {
  const row = await orderForAdmin.maybe(db, orderId);
  if (!row) throw refuse('orderNotFound', { orderId });
  return shape(row);
}

/**
 * Refunds part of an order, or the rest, which ends a running order. The servers send the refund and stop the chair.
 * `refunded` is 0 if nothing was left.
 */
export function refundAsAdmin(
  admin: Admin,
  orderId: number,
  { reason, amount }: { reason: string; amount?: number | undefined },
): Promise<{ order: AdminOrder; refunded: number }> {
  return orderTransaction(withoutServer(admin), async (tx) => {
    const locked = await lockOrder(tx.db, orderId);
    const before = await findOrder(tx.db, orderId);
    if (!locked || (locked.status === 'refunded' && amount === undefined)) return { order: before, refunded: 0 };
    requireRefundable(locked, amount ?? 0);
    const left = leftToRefund(locked);
    const asked = { at: tx.now, reason, amount, requestedBy: admin.actor };
    for (const step of await refundSteps(tx.db, locked, asked)) await change(tx, locked, step);
    const order = await findOrder(tx.db, orderId);
    await record(tx.db, admin.actor, 'order refund', `order ${orderId}`, before, order);
    return { order, refunded: amount ?? left };
  });
}

function requireRefundable(order: OrderState, amount: number): void {
  const { id: orderId, status, currency } = order;
  if (!isIn(startedStatuses, status)) throw refuse('orderNotRefundable', { orderId, status });
  const left = leftToRefund(order);
  if (amount > left) throw refuse('refundTooLarge', { orderId, left, currency });
}

/**
 * Closes a difference caused by a refund made in the provider's portal: books the refund under the operator's name. The
 * money has moved already, so nothing is sent.
 */
export function closeAsRefunded(admin: Admin, id: number, reason: string): Promise<Difference> {
  return orderTransaction(withoutServer(admin), async (tx) => {
    const { kind, order_id: orderId, found: amount, subject } = await openDifference(tx.db, id);
    const order = orderId === null ? undefined : await lockOrder(tx.db, orderId);
    if (kind !== 'refund not recorded' || !order || amount === null) throw refuse('notARefund', { id });
    requireRefundable(order, amount);
    const asked = { at: tx.now, reason, amount, requestedBy: admin.actor };
    for (const step of await refundSteps(tx.db, order, asked))
      await change(tx, order, { ...step, madeAtProvider: subject });
    return closeDifference(tx.db, admin, id, reason);
  });
}

/** Closes a refund that a provider refused. A refund that was not paid is reversed, which restores the order. */
export function closeRefundAsAdmin(
  admin: Admin,
  id: number,
  closing: { as: RefundClosing; reason: string },
): Promise<StaffRefund> {
  return orderTransaction(withoutServer(admin), async (tx) => {
    const { order_id: orderId, amount, surplus } = await refundForStaff(tx.db, id);
    const order = orderId === null ? undefined : await lockOrder(tx.db, orderId);
    const closed = await closeRefund(tx.db, admin, id, closing);
    if (order && !surplus && closing.as === 'not paid') await change(tx, order, { step: 'unrefund', amount });
    else if (order) await republishOrder(tx.db, order.id);
    return closed;
  });
}
