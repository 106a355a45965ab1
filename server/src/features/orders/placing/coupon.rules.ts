import type { CouponProblem } from '@recline/contract/errors';
import type { Currency } from '@recline/contract/money';
import type { CashCouponRow, ChairRow, CouponRow, PriceRow } from './start.sql.ts';

/** A chair, and the chosen package of its price list. */
export interface Choice {
  chair: ChairRow;
  price: PriceRow;
}

interface Place {
  outletId: number;
  currency: Currency;
}
export const placeOf = ({ chair, price }: Choice): Place => ({ outletId: chair.outlet_id, currency: price.currency });

interface Asked {
  /** The caller's order that awaits its payment. */
  unpaid_id: number | null;
  now: Date;
}

type AnyCoupon = Pick<CouponRow, 'voided_at' | 'expires_at' | 'used_by' | 'outlet_id' | 'currency'>;

/** The caller's own unpaid order may use it: the new one replaces that. */
function whyUseless(coupon: AnyCoupon, { unpaid_id, now }: Asked): CouponProblem | undefined {
  if (coupon.used_by !== null && coupon.used_by !== unpaid_id) return 'used';
  if (coupon.voided_at !== null) return 'voided';
  return new Date(coupon.expires_at) <= now ? 'expired' : undefined;
}

const couponFits = (coupon: AnyCoupon, { outletId, currency }: Place): boolean =>
  (coupon.outlet_id === null || coupon.outlet_id === outletId) &&
  (coupon.currency === null || coupon.currency === currency);

/** Why a coupon is refused; undefined if it is valid. */
export const couponProblem = (coupon: AnyCoupon, place: Place, asked: Asked): CouponProblem | undefined =>
  whyUseless(coupon, asked) ?? (couponFits(coupon, place) ? undefined : 'elsewhere');

/** Why a cash coupon is refused for a package; undefined if it is valid. */
export const cashCouponProblem = (
  coupon: AnyCoupon & Pick<CashCouponRow, 'amount'>,
  place: Place,
  price: Pick<PriceRow, 'amount'>,
  asked: Asked,
): CouponProblem | undefined =>
  couponProblem(coupon, place, asked) ?? (coupon.amount < price.amount ? 'tooSmall' : undefined);

/** The rest of a price after a discount: half a minor unit is rounded up, and the result is never negative. */
export function discounted(amount: number, coupon: Pick<CouponRow, 'property' | 'percent_off' | 'amount_off'>): number {
  if (coupon.property === 'free') return 0;
  if (coupon.property === 'discount') return Math.floor((amount * (100 - (coupon.percent_off ?? 0)) + 50) / 100);
  return Math.max(0, amount - (coupon.amount_off ?? 0));
}
