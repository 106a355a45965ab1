/** The fixed values that travel. They stand apart from the schemas, so that a browser can have them alone. */

export const orderStatuses = ['pending', 'starting', 'running', 'finished', 'failed', 'refunded', 'cancelled'] as const;
export const orderTypes = ['online', 'cash_coupon', 'coin'] as const;
export const payTypes = ['wechat', 'alipay', 'sandbox', 'coupon', 'cash', 'coin'] as const;
export const gears = ['gentle', 'standard', 'deep'] as const;
export const couponProperties = ['free', 'discount', 'amount_off'] as const;
export const problems = [
  'no_start',
  'stopped_early',
  'weak',
  'noise',
  'uncomfortable',
  'dirty',
  'payment',
  'other',
] as const;

export type OrderStatus = (typeof orderStatuses)[number];
export type OrderType = (typeof orderTypes)[number];
export type PayType = (typeof payTypes)[number];
export type Gear = (typeof gears)[number];
export type CouponProperty = (typeof couponProperties)[number];
export type Problem = (typeof problems)[number];

/** In the order in which they are offered. */
export const periods = ['yesterday', 'today', 'week', 'month', 'year', 'custom'] as const;
export type PeriodName = (typeof periods)[number];
