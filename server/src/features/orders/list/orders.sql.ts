import { openStatuses } from '@recline/contract/values';
import { instantOf, microsOf } from '../../../platform/cursor.ts';
import { statement } from '../../../platform/db.ts';
import { sqlList } from '../../../platform/rows.ts';
import type { OrderRow } from './order.view.ts';

// Most orders are neither pending nor refunded: for them neither subquery runs.
const isConfirming = `CASE WHEN o.status = 'pending'
  THEN EXISTS (SELECT FROM published_confirming_payments p WHERE p.order_id = o.id) ELSE false END`;
const refunds = `CASE WHEN o.refunded_amount > 0 THEN (
  SELECT json_agg(json_build_object('amount', r.amount, 'state', r.state, 'way', r.way,
    'at', coalesce(r.done_at, r.created_at)::text) ORDER BY r.id) FROM published_order_refunds r WHERE r.order_id = o.id) END`;

export const orderColumns = `o.id, o.order_no, o.type, o.status, o.pay_type, o.device_id, d.name AS device_name, o.outlet_id,
  t.name AS outlet_name, t.time_zone, t.service_phone, o.placed_by, o.gear, o.minutes, o.amount, o.refunded_amount, o.currency, o.coupon_no,
  o.coupon_property, o.cash_coupon_no, o.created_at::text, o.started_at::text, o.ends_at::text, o.ended_at::text,
  o.end_reason, o.stop, o.owed_amount, f.id AS feedback_id, ${isConfirming} AS confirming, ${refunds} AS refunds`;

export const orderSource = `orders o JOIN published_devices d ON d.id = o.device_id JOIN published_outlets t ON t.id = o.outlet_id
  LEFT JOIN published_feedback f ON f.order_id = o.id`;

export const ordersById = statement<OrderRow, [number[]]>(
  'orders.byId',
  `SELECT ${orderColumns} FROM ${orderSource} WHERE o.id = ANY($1)`,
);

/** An account's own orders before a position in the list, newest first. */
export const ordersOfAccount = statement<
  OrderRow & { at_micros: number },
  [number, number | null, number | null, number]
>(
  'orders.ofAccount',
  `SELECT ${orderColumns}, ${microsOf('o.at')} AS at_micros FROM ${orderSource}
   WHERE o.placed_by = $1 AND ($2::bigint IS NULL OR (o.at, o.id) < (${instantOf('$2::bigint')}, $3::bigint))
   ORDER BY o.at DESC, o.id DESC LIMIT $4`,
);

export const mobilesOf = statement<{ id: number; mobile: string }, [number[]]>(
  'orders.mobilesOf',
  "SELECT id, mobile FROM published_accounts WHERE id = ANY($1) AND role = 'consumer' AND mobile IS NOT NULL",
);

export const openOrdersOf = statement<OrderRow, [number]>(
  'orders.openOf',
  `SELECT ${orderColumns} FROM ${orderSource} WHERE o.placed_by = $1 AND o.status IN (${sqlList(openStatuses)})`,
);
