import { expect, test } from 'vitest';
import { paymentReturnOf } from './payment-return.ts';

const online = { type: 'online', payType: 'sandbox', amount: 1500, couponNo: null } as const;
const cash = { type: 'cash_coupon', payType: 'cash', amount: 1500, couponNo: null } as const;

test.each([
  ['an online payment is refunded', online, 'consumer', 'online'],
  ['an online payment with a coupon is refunded', { ...online, couponNo: 'C1' }, 'consumer', 'online'],
  ['a free coupon is usable again', { ...online, payType: 'coupon', amount: 0, couponNo: 'C1' }, 'consumer', 'coupon'],
  ['a coupon that covered the price is usable again', { ...online, amount: 0, couponNo: 'C1' }, 'consumer', 'coupon'],
  ['a cash coupon is usable again', cash, 'consumer', 'cashCoupon'],
  ['a manager returns the cash', cash, 'manager', 'till'],
  ['coins are not returned', { ...online, type: 'coin', payType: 'coin' }, 'manager', 'nothing'],
] as const)('%s', (_name, order, reader, expected) => {
  expect(paymentReturnOf(order, reader)).toBe(expected);
});
