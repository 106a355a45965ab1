import type { OrderStatus } from '@recline/contract/dictionary';
import type { Currency } from '@recline/contract/money';
import { isIn, startedStatuses } from '@recline/contract/values';
import { type Admin, refuse } from '../../platform/admin.ts';
import { type Db, statement, transaction } from '../../platform/db.ts';
import { record } from '../audit/index.ts';
import {
  closeDifference,
  closeRefund,
  type Difference,
  openDifference,
  type RefundClosing,
  refundForStaff,
  type StaffRefund,
} from '../payments/index.ts';
import { republishOrder } from './channels.ts';
import { leftToRefund, type OrderState } from './lifecycle.rules.ts';
import { lockOrders } from './lifecycle.sql.ts';
import { transition } from './lifecycle.ts';
import { refundRequests } from './orders.service.ts';

/** Administration of orders: what an operator sees and does. */

interface OrderRow {
  id: number;
  type: string;
  status: OrderStatus;
  pay_type: string;
  device_id: string;
  outlet_id: number;
  outlet_name: string;
  placed_by: string | null;
  gear: string;
  minutes: number;
  list_amount: number;
  amount: number;
  refunded_amount: number;
  currency: Currency;
  coupon_no: string | null;
  cash_coupon_no: string | null;
  created_at: Date;
  started_at: Date | null;
  ends_at: Date | null;
  ended_at: Date | null;
  end_reason: string | null;
  overlapping: boolean;
}

/** Who placed an order, from its account `a`. */
export const placedBy = "coalesce(a.account, a.mobile, 'guest ' || a.id)";

const selectOne = statement<OrderRow & { time_zone: string }, [number]>(
  'orders.admin.one',
  `SELECT o.*, t.name AS outlet_name, t.time_zone, ${placedBy} AS placed_by
   FROM orders o JOIN outlets t ON t.id = o.outlet_id LEFT JOIN accounts a ON a.id = o.placed_by WHERE o.id = $1`,
);

export interface Moment {
  at: Date;
  what: string;
  details: unknown;
}

/** Everything that is recorded about an order, in chronological order. */
export const orderHistory = statement<Moment, [number]>(
  'orders.admin.history',
  `SELECT at, what, details FROM (
     SELECT created_at AS at, 0 AS turn, 'order placed' AS what, jsonb_build_object('payType', pay_type) AS details
       FROM orders WHERE id = $1
     UNION ALL SELECT created_at, 1, 'payment attempt ' || attempt,
       jsonb_strip_nulls(jsonb_build_object('number', number, 'provider', provider, 'state', state))
       FROM payment_attempts WHERE order_id = $1
     UNION ALL SELECT at, 2, kind,
       jsonb_strip_nulls(jsonb_build_object('amount', amount, 'currency', currency, 'provider', provider,
         'ref', provider_ref)) FROM ledger WHERE order_id = $1
     UNION ALL SELECT created_at, 2, 'refund requested',
       jsonb_strip_nulls(jsonb_build_object('amount', amount, 'state', state, 'by', requested_by, 'reason', reason,
         'error', last_error)) FROM refunds WHERE order_id = $1
     UNION ALL SELECT created_at, 2, 'command ' || type, jsonb_build_object('commandId', id) FROM commands WHERE order_id = $1
     UNION ALL SELECT acked_at, 3, 'command ' || type || ' ' || result,
       jsonb_strip_nulls(jsonb_build_object('commandId', id, 'reason', reason))
       FROM commands WHERE order_id = $1 AND acked_at IS NOT NULL
     UNION ALL SELECT at, 4, 'chair says ' || type,
       jsonb_strip_nulls(jsonb_build_object('receivedAt', received_at, 'offline', nullif(offline, false),
         'clockDistrusted', nullif(clock_distrusted, false), 'payload', payload))
       FROM device_events WHERE order_id = $1
     UNION ALL SELECT ended_at, 5, 'order ended', jsonb_strip_nulls(jsonb_build_object('reason', end_reason))
       FROM orders WHERE id = $1 AND ended_at IS NOT NULL
     UNION ALL SELECT created_at, 6, 'feedback sent', jsonb_build_object('problem', problem, 'description', description)
       FROM feedback WHERE order_id = $1
     UNION ALL SELECT replied_at, 7, 'feedback answered', jsonb_build_object('reply', reply, 'status', status)
       FROM feedback WHERE order_id = $1 AND replied_at IS NOT NULL
     UNION ALL SELECT at, 8, action, jsonb_build_object('actor', actor) FROM audit_log WHERE target = 'order ' || $1::text
   ) moments ORDER BY at, turn`,
);

const shape = (row: OrderRow & { time_zone: string }) => ({
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
  const row = await selectOne.maybe(db, orderId);
  if (!row) throw refuse('orderNotFound', { orderId });
  return shape(row);
}

/**
 * Refunds part of an order, or the rest: then a running one is ended. The servers send the refund and stop the chair.
 * `refunded` is 0 where nothing was left.
 */
export function refundAsAdmin(
  { pool, clock, actor }: Admin,
  orderId: number,
  { reason, amount }: { reason: string; amount?: number | undefined },
): Promise<{ order: AdminOrder; refunded: number }> {
  return transaction(pool, async (db) => {
    const [locked] = await lockOrders(db, [orderId]);
    const before = await findOrder(db, orderId);
    if (!locked || (locked.status === 'refunded' && amount === undefined)) return { order: before, refunded: 0 };
    requireRefundable(locked, amount ?? 0);
    const left = leftToRefund(locked);
    const now = clock();
    await transition(
      db,
      { now, startWaitMs: 0 },
      await refundRequests(db, locked, { at: now, reason, amount, requestedBy: actor }),
    );
    const order = await findOrder(db, orderId);
    await record(db, actor, 'order refund', `order ${orderId}`, before, order);
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
 * Closes a difference over a refund that somebody made in the provider's own pages: the refund is written to the books,
 * by whoever closes it. The money moved already, so that nothing is sent.
 */
export function closeAsRefunded(admin: Admin, id: number, reason: string): Promise<Difference> {
  return transaction(admin.pool, async (db) => {
    const { kind, order_id: orderId, found: amount, subject } = await openDifference(db, id);
    if (kind !== 'refund not recorded' || orderId === null || amount === null) throw refuse('notARefund', { id });
    const order = await lockOrders.one(db, [orderId]);
    requireRefundable(order, amount);
    const at = admin.clock();
    const asked = await refundRequests(db, order, { at, reason, amount, requestedBy: admin.actor });
    await transition(
      db,
      { now: at, startWaitMs: 0 },
      asked.map((request) => ({ ...request, madeAtProvider: subject })),
    );
    return closeDifference(db, admin, id, reason);
  });
}

/** Closes a refund that a provider refused. One that was not paid is taken back: the order stands as it did before. */
export function closeRefundAsAdmin(
  admin: Admin,
  id: number,
  closing: { as: RefundClosing; reason: string },
): Promise<StaffRefund> {
  return transaction(admin.pool, async (db) => {
    const { order_id: orderId, amount, surplus } = await refundForStaff(db, id);
    if (orderId !== null) await lockOrders(db, [orderId]);
    const closed = await closeRefund(db, admin, id, closing);
    const context = { now: admin.clock(), startWaitMs: 0 };
    if (orderId !== null && !surplus && closing.as === 'not paid')
      await transition(db, context, [{ orderId, step: 'unrefund', amount }]);
    else if (orderId !== null) await republishOrder(db, orderId);
    return closed;
  });
}
