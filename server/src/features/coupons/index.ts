export { findCashCoupon, issueCashCoupons, voidCashCoupon } from './cash-coupons.admin.ts';
export { type CounterCoupon, issueAtCounter, voidIssuedAtCounter } from './counter-coupons.sql.ts';
export { findCoupon, issueCoupons, voidCoupon } from './coupons.admin.ts';
export type { CouponValue } from './coupons.rules.ts';
export { type CashCouponBatchRow, type CouponBatchRow, cashCouponBatches, couponBatches } from './coupons.sql.ts';
