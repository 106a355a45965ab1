import type { CouponProperty, Gear, OrderStatus, OrderType } from '@recline/contract/dictionary';
import type { Currency } from '@recline/contract/money';
import type { Order } from '@recline/contract/orders';
import { dayOf, offsetIn } from '../../platform/calendar.ts';
import { type InstantText, isoOf } from '../../platform/instants.ts';
import { isConfirming, isRefunding } from '../payments/index.ts';
import { endingOf } from './ending.rules.ts';
import { paymentOf } from './payment.rules.ts';

/**
 * An order as every query that shows orders reads it: `SELECT ${orderColumns} FROM ${orderSource} WHERE …`. Its
 * instants stay text, because they are only shown: parsing the hundred dates of a page cost more than the query.
 */
export interface OrderRow {
  id: number;
  type: OrderType;
  status: OrderStatus;
  pay_type: string;
  device_id: string;
  device_name: string;
  outlet_id: number;
  outlet_name: string;
  time_zone: string;
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
  feedback_id: number | null;
  confirming: boolean;
  refunding: boolean;
}

export const orderColumns = `o.id, o.type, o.status, o.pay_type, o.device_id, d.name AS device_name, o.outlet_id,
  t.name AS outlet_name, t.time_zone, o.placed_by, o.gear, o.minutes, o.amount, o.refunded_amount, o.currency, o.coupon_no,
  o.coupon_property, o.cash_coupon_no, o.created_at::text, o.started_at::text, o.ends_at::text, o.ended_at::text,
  o.end_reason, f.id AS feedback_id, ${isConfirming('o')} AS confirming, ${isRefunding('o')} AS refunding`;

export const orderSource = `orders o JOIN devices d ON d.id = o.device_id JOIN outlets t ON t.id = o.outlet_id
  LEFT JOIN feedback f ON f.order_id = o.id`;

export const toOrder = (row: OrderRow, now: Date): Order => ({
  orderId: String(row.id),
  orderNo: orderNo(row.id, new Date(isoOf(row.created_at)), row.time_zone),
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
  payment: paymentOf(row),
  couponNo: row.coupon_no,
  couponProperty: row.coupon_property,
  cashCouponNo: row.cash_coupon_no,
  createdAt: isoOf(row.created_at),
  startedAt: row.started_at && isoOf(row.started_at),
  endsAt: row.ends_at && isoOf(row.ends_at),
  endedAt: row.ended_at && isoOf(row.ended_at),
  ending: row.ended_at === null ? null : endingOf(row.end_reason),
  feedbackId: row.feedback_id === null ? null : String(row.feedback_id),
  serverTime: now.toISOString(),
});

/** What people read out over the phone: the outlet's day, then the order's number: 2611150000042. */
export function orderNo(id: number, createdAt: Date, timeZone: string): string {
  const localDay = dayOf(createdAt, offsetIn(timeZone, createdAt));
  return `${localDay.slice(2).replaceAll('-', '')}${String(id).padStart(7, '0')}`;
}
