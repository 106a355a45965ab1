import type { CouponProperty, Gear, OrderStatus, OrderType } from '@recline/contract/dictionary';
import type { Currency } from '@recline/contract/money';
import type { Order } from '@recline/contract/orders';
import type { RefundState, StopState } from '@recline/contract/values';
import { type InstantText, isoOf } from '../../../platform/instants.ts';
import { endingOf, stillOwed } from '../lifecycle/ending.rules.ts';
import { paymentOf } from './order.view.rules.ts';
import type { Visible } from './visibility.ts';

/**
 * An order as every query that shows orders reads it: `orderColumns` of `orderSource` in orders.sql.ts. Its
 * instants stay text, because they are only shown: parsing the hundred dates of a page cost more than the query.
 */
export interface OrderRow {
  id: number;
  order_no: string;
  type: OrderType;
  status: OrderStatus;
  pay_type: string;
  device_id: string;
  device_name: string;
  outlet_id: number;
  outlet_name: string;
  time_zone: string;
  service_phone: string | null;
  placed_by: number | null;
  gear: Gear;
  minutes: number;
  amount: number;
  refunded_amount: number;
  currency: Currency;
  coupon_no: string | null;
  coupon_property: CouponProperty | null;
  cash_coupon_no: string | null;
  created_at: InstantText;
  started_at: InstantText | null;
  ends_at: InstantText | null;
  ended_at: InstantText | null;
  end_reason: string | null;
  stop: StopState | null;
  owed_amount: number;
  feedback_id: number | null;
  confirming: boolean;
  /** Null: none. */
  refunds: { amount: number; state: RefundState; way: string; at: InstantText }[] | null;
}

/** The order as sent to a reader who may see it. */
export const toOrder = (row: Visible<OrderRow>, now: Date): Order => ({
  orderId: String(row.id),
  orderNo: row.order_no,
  type: row.type,
  status: row.status,
  payType: row.pay_type,
  deviceId: row.device_id,
  deviceName: row.device_name,
  outletId: String(row.outlet_id),
  outletName: row.outlet_name,
  gear: row.gear,
  minutes: row.minutes,
  amount: row.amount,
  refundedAmount: row.refunded_amount,
  currency: row.currency,
  payment: paymentOf({ ...row, refunding: row.refunds?.some(({ state }) => state !== 'done') ?? false }),
  refunds: (row.refunds ?? []).map((refund) => ({ ...refund, at: isoOf(refund.at) })),
  couponNo: row.coupon_no,
  couponProperty: row.coupon_property,
  cashCouponNo: row.cash_coupon_no,
  createdAt: isoOf(row.created_at),
  startedAt: row.started_at && isoOf(row.started_at),
  endsAt: row.ends_at && isoOf(row.ends_at),
  endedAt: row.ended_at && isoOf(row.ended_at),
  ending: row.ended_at === null ? null : endingOf(row.end_reason),
  stop: row.stop,
  owed: stillOwed(row),
  feedbackId: row.feedback_id === null ? null : String(row.feedback_id),
  serverTime: now.toISOString(),
});
