import type { OrderStatus } from '@recline/contract/dictionary';
import type { Currency } from '@recline/contract/money';
import { statement } from '../../../platform/db.ts';

export interface OrderForAdmin {
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
  time_zone: string;
}

/** Who placed an order, from its account `a`. */
const placedBy = "coalesce(a.account, a.mobile, 'guest ' || a.id)";

export const orderForAdmin = statement<OrderForAdmin, [number]>(
  'orders.admin.one',
  `SELECT o.*, t.name AS outlet_name, t.time_zone, ${placedBy} AS placed_by
   FROM orders o JOIN published_outlets t ON t.id = o.outlet_id LEFT JOIN published_accounts a ON a.id = o.placed_by WHERE o.id = $1`,
);

interface Placed {
  id: number;
  placed_by: string | null;
  time_zone: string;
}

export const placedOrders = statement<Placed, [number[]]>(
  'orders.admin.placed',
  `SELECT o.id, ${placedBy} AS placed_by, t.time_zone FROM orders o JOIN published_outlets t ON t.id = o.outlet_id
   LEFT JOIN published_accounts a ON a.id = o.placed_by WHERE o.id = ANY($1::bigint[])`,
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
       FROM published_payment_attempts WHERE order_id = $1
     UNION ALL SELECT at, 2, kind,
       jsonb_strip_nulls(jsonb_build_object('amount', amount, 'currency', currency, 'provider', provider,
         'ref', provider_ref)) FROM published_ledger WHERE order_id = $1
     UNION ALL SELECT created_at, 2, 'refund requested',
       jsonb_strip_nulls(jsonb_build_object('amount', amount, 'state', state, 'by', requested_by, 'reason', reason,
         'error', last_error)) FROM published_refunds WHERE order_id = $1
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
       FROM published_feedback WHERE order_id = $1
     UNION ALL SELECT replied_at, 7, 'feedback answered', jsonb_build_object('reply', reply, 'status', status)
       FROM published_feedback WHERE order_id = $1 AND replied_at IS NOT NULL
     UNION ALL SELECT at, 8, action, jsonb_build_object('actor', actor) FROM published_audit WHERE target = 'order ' || $1::text
   ) moments ORDER BY at, turn`,
);
