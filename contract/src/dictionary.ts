import { z } from 'zod';
import { defineCalls } from './call.ts';
import { nothing } from './fields.ts';
import { currencies } from './money.ts';

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

/** The lists of the dictionary and the values of each; the labels are in the server's languages. */
export const dictionaryValues = {
  orderStatus: orderStatuses,
  orderType: orderTypes,
  payType: payTypes,
  gear: gears,
  couponProperty: couponProperties,
  problem: problems,
  currency: currencies,
} as const;

const entries = z.array(z.object({ value: z.string(), label: z.string() }));

export const dictionary = defineCalls({
  get: {
    method: 'GET',
    path: '/dict/cache-value',
    access: 'public',
    summary: 'Every fixed value with its label in the language asked for; answers with an ETag',
    input: nothing,
    output: z.object({
      orderStatus: entries,
      orderType: entries,
      payType: entries,
      gear: entries,
      couponProperty: entries,
      problem: entries,
      currency: entries,
    }),
  },
});
