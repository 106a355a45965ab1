import { expect, test } from 'vitest';
import { isPayAddress, payFields } from './payment.ts';

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

test.each([
  ['https://pay.example/cashier/1', true],
  ['/api/payments/sandbox/1', true],
  ['weixin://wxpay/bizpayurl?pr=1', true],
  ['alipays://platformapi/startapp', true],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
])('%s is a payment address: %s', (address, opened) => {
  expect(isPayAddress(address, 'https://recline.example/')).toBe(opened);
});
