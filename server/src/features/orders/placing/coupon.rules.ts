import type { Currency } from '@recline/contract/money';
import type { CashCouponRow, ChairRow, CouponRow, PriceRow } from './start.sql.ts';

/** A chair, and the package that somebody wants of its price list. */
export interface Choice {
  chair: ChairRow;
  price: PriceRow;
}

interface Place {
  outletId: number;
  currency: Currency;
}
export const placeOf = ({ chair, price }: Choice): Place => ({ outletId: chair.outlet_id, currency: price.currency });

/** Not void, not expired, and used by no order but the caller's own unpaid one, which the new order replaces. */
export function isUsable(
  coupon: Pick<CouponRow, 'voided_at' | 'expires_at' | 'used_by'>,
  { unpaid_id }: { unpaid_id: number | null },
  now: Date,
): boolean {
  if (coupon.voided_at !== null || new Date(coupon.expires_at) <= now) return false;
  return coupon.used_by === null || coupon.used_by === unpaid_id;
}

export const couponFits = (coupon: Pick<CouponRow, 'outlet_id' | 'currency'>, { outletId, currency }: Place): boolean =>
  (coupon.outlet_id === null || coupon.outlet_id === outletId) &&
  (coupon.currency === null || coupon.currency === currency);

export const cashCouponFits = (
  coupon: Pick<CashCouponRow, 'outlet_id' | 'currency' | 'amount'>,
  place: Place,
  price: Pick<PriceRow, 'amount'>,
): boolean =>
  coupon.outlet_id === place.outletId && coupon.currency === place.currency && coupon.amount >= price.amount;

/** What is left to pay of a price: half a minor unit is rounded up, and nothing goes below zero. */
export function discounted(amount: number, coupon: Pick<CouponRow, 'property' | 'percent_off' | 'amount_off'>): number {
  if (coupon.property === 'free') return 0;
  if (coupon.property === 'discount') return Math.floor((amount * (100 - (coupon.percent_off ?? 0)) + 50) / 100);
  return Math.max(0, amount - (coupon.amount_off ?? 0));
}
