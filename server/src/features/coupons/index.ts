export { findCashCoupon, issueCashCoupons, voidCashCoupon } from './cash-coupons.admin.ts';
export { type CouponTries, makeCouponTries } from './coupon-tries.ts';
export { findCoupon, issueCoupons, voidCoupon } from './coupons.admin.ts';
export type { Offer } from './coupons.rules.ts';
