import { expect, test } from 'vitest';
import { moneyBackOf } from './money-back.ts';

const online = { type: 'online', payType: 'sandbox', amount: 1500, couponNo: null } as const;
const cash = { type: 'cash_coupon', payType: 'cash', amount: 1500, couponNo: null } as const;

test.each([
  ['a payment online comes back', online, 'consumer', 'online'],
  ['what was paid beside a coupon comes back', { ...online, couponNo: 'C1' }, 'consumer', 'online'],
  [
    'a free coupon can be used again',
    { ...online, payType: 'coupon', amount: 0, couponNo: 'C1' },
    'consumer',
    'coupon',
  ],
  ['a coupon that paid for all can be used again', { ...online, amount: 0, couponNo: 'C1' }, 'consumer', 'coupon'],
  ['a cash coupon can be used again', cash, 'consumer', 'cashCoupon'],
  ['the manager hands the cash back', cash, 'manager', 'till'],
  ['coins stay with the chair', { ...online, type: 'coin', payType: 'coin' }, 'manager', 'nothing'],
] as const)('%s', (_name, order, reader, back) => {
  expect(moneyBackOf(order, reader)).toBe(back);
});
