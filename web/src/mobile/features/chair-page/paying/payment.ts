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
 * The payment fields of a guest's order, or null if nothing would pay for it. A cash coupon covers the whole price, so
 * it is sent alone; the rest of a price after a coupon is paid online.
 */
export function payFields({ onlineType, couponNo, cashCouponNo }: Payment): PayFields | null {
  const cash = cashCouponNo.trim();
  if (cash) return { payType: 'cash', cashCouponNo: cash };
  const coupon = couponNo.trim();
  if (coupon) return { payType: onlineType ?? 'coupon', couponNo: coupon };
  return onlineType ? { payType: onlineType } : null;
}

/** The rest to pay; undefined if unknown, null if the coupon is not valid for the package. */
export function leftToPay(price: Price, used: UsedCoupon | null): number | null | undefined {
  if (used === null) return price.amount;
  return used.amounts === null ? undefined : (used.amounts[price.priceId] ?? null);
}
