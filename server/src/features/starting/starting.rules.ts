import type { OrderStatus, OrderType, PayType } from '@recline/contract/dictionary';
import type { Currency } from '@recline/contract/money';
import type { CashCouponRow, ChairRow, CouponRow, PriceRow } from './starting.sql.ts';

interface Starter {
  accountId: number;
  role: 'manager' | 'consumer';
  outletIds: readonly number[];
  boundOutletId: number | null;
}

/** A manager starts the chairs of its outlets; an end user bound to an outlet only that one's. */
export function mayStartAt(starter: Starter, outletId: number): boolean {
  if (starter.role === 'manager') return starter.outletIds.includes(outletId);
  return starter.boundOutletId === null || starter.boundOutletId === outletId;
}

export type Availability = { free: true } | { orderId: number } | 'deviceUnavailable' | 'deviceInUse';

/**
 * Whether a chair can be started now. Whoever has an order on it is led to that order, and so is the
 * outlet's manager. Somebody's own order that awaits payment is no obstacle: a new one takes its place.
 */
export function availability(chair: ChairRow, starter: Starter): Availability {
  const mine = chair.active_by === starter.accountId;
  if (chair.active_id !== null && !(mine && chair.active_status === 'pending')) {
    return mine || starter.role === 'manager' ? { orderId: chair.active_id } : 'deviceInUse';
  }
  return chair.online && chair.fault_code === null ? { free: true } : 'deviceUnavailable';
}

export type Settlement =
  | { how: 'free' }
  | { how: 'counter' }
  | { how: 'cash coupon'; coupon: CashCouponRow }
  | { how: 'online'; payType: PayType };

/** What an order costs and by what it is paid. */
export interface Terms {
  type: OrderType;
  payType: PayType;
  amount: number;
  settlement: Settlement;
}

/** What is left to pay of a price: half a minor unit is rounded up, and nothing goes below zero. */
export function discounted(amount: number, coupon: Pick<CouponRow, 'property' | 'percent_off' | 'amount_off'>): number {
  if (coupon.property === 'free') return 0;
  if (coupon.property === 'discount') return Math.floor((amount * (100 - (coupon.percent_off ?? 0)) + 50) / 100);
  return Math.max(0, amount - (coupon.amount_off ?? 0));
}

interface Place {
  outletId: number;
  currency: Currency;
}

export function couponFits(coupon: CouponRow, { outletId, currency }: Place, now: Date): boolean {
  if (coupon.voided_at !== null || coupon.expires_at <= now) return false;
  if (coupon.outlet_id !== null && coupon.outlet_id !== outletId) return false;
  return coupon.currency === null || coupon.currency === currency;
}

/** A cash coupon is worth its face, and pays for what costs that much or less. */
export function cashCouponFits(
  coupon: CashCouponRow,
  place: Place,
  price: Pick<PriceRow, 'amount'>,
  now: Date,
): boolean {
  if (coupon.voided_at !== null || coupon.expires_at <= now) return false;
  return coupon.outlet_id === place.outletId && coupon.currency === place.currency && coupon.amount >= price.amount;
}

export type Outcome = 'wait' | 'answer' | 'deviceDidNotStart' | 'paymentFailed';

/** What a request that made an order is told, given how the order stands. */
export function outcomeOf(status: OrderStatus): Outcome {
  if (status === 'starting') return 'wait';
  if (status === 'failed') return 'deviceDidNotStart';
  return status === 'cancelled' ? 'paymentFailed' : 'answer';
}
