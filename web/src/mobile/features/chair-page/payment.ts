import type { Contract } from '@recline/contract';
import type { SentInputOf } from '@recline/contract/call';
import type { Price } from '@recline/contract/starting';
import type { UsedCoupon } from './use-coupon.ts';

/** The chosen payment; coupon numbers as typed. */
export interface Payment {
  /** Missing where no online payment is available. */
  onlineType?: string | undefined;
  couponNo: string;
  cashCouponNo: string;
}

type PayFields = Pick<SentInputOf<Contract['starting']['activate']>, 'payType' | 'couponNo' | 'cashCouponNo'>;

/**
 * The payment fields of a guest's order, or null where nothing would pay for it. A cash coupon covers the whole
 * price, so it is sent alone; what a coupon does not cover is paid online.
 */
export function payFields({ onlineType, couponNo, cashCouponNo }: Payment): PayFields | null {
  const cash = cashCouponNo.trim();
  if (cash) return { payType: 'cash', cashCouponNo: cash };
  const coupon = couponNo.trim();
  if (coupon) return { payType: onlineType ?? 'coupon', couponNo: coupon };
  return onlineType ? { payType: onlineType } : null;
}

/** What is left to pay; undefined where it is not known, null where the coupon is not good for the package. */
export function leftToPay(price: Price, used: UsedCoupon | null): number | null | undefined {
  if (used === null) return price.amount;
  return used.amounts === null ? undefined : (used.amounts[price.priceId] ?? null);
}
