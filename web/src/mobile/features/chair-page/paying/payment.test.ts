import { expect, test } from 'vitest';
import { leftToPay, payFields } from './payment.ts';

const nothing = { onlineType: 'wechat', couponNo: '', cashCouponNo: '' } as const;

test.each([
  ['a guest pays online', nothing, { payType: 'wechat' }],
  ['a coupon reduces the online payment', { ...nothing, couponNo: ' C1 ' }, { payType: 'wechat', couponNo: 'C1' }],
  ['a cash coupon covers the whole price', { ...nothing, cashCouponNo: 'K1' }, { payType: 'cash', cashCouponNo: 'K1' }],
  [
    'a cash coupon is used alone, and the coupon kept',
    { ...nothing, couponNo: 'C1', cashCouponNo: 'K1' },
    { payType: 'cash', cashCouponNo: 'K1' },
  ],
  [
    'without online payment, a coupon has to cover the price',
    { couponNo: 'C1', cashCouponNo: '' },
    { payType: 'coupon', couponNo: 'C1' },
  ],
  ['without online payment, there is no start without a coupon', { couponNo: '', cashCouponNo: ' ' }, null],
  ['blanks are no coupon number', { ...nothing, couponNo: '  ' }, { payType: 'wechat' }],
] as const)('%s', (_name, payment, fields) => {
  expect(payFields(payment)).toEqual(fields);
});

const price = {
  priceId: '7',
  gear: 'standard',
  minutes: 20,
  amount: 1500,
  currency: 'CNY',
  recommended: true,
} as const;
const coupon = { couponNo: 'C1', cashCouponNo: '' };

test.each([
  ['the price without a coupon', null, 1500],
  ['what the server quoted', { ...coupon, amounts: { '7': 1100 } }, 1100],
  ['nothing', { ...coupon, amounts: { '7': 0 } }, 0],
  ['no way to pay: the coupon is for other packages', { ...coupon, amounts: { '8': 0 } }, null],
  ['not known: the server quotes nothing', { ...coupon, amounts: null }, undefined],
])('%s is left to pay', (_name, used, left) => {
  expect(leftToPay(price, used)).toBe(left);
});
