import { errors } from '@recline/contract/errors';
import { hasCode } from '../../../platform/api-error.ts';

/** The coupon number that the server refused, and why. */
export interface CouponRefusal {
  field: 'couponNo' | 'cashCouponNo';
  message: string;
}

export function refusalOf(error: unknown): CouponRefusal | null {
  if (hasCode(error, errors.badCoupon.code)) return { field: 'couponNo', message: error.message };
  if (hasCode(error, errors.badCashCoupon.code)) return { field: 'cashCouponNo', message: error.message };
  return null;
}
