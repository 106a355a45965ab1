import { expect, test } from 'vitest';
import { isPayAddress, onlinePayTypesFor, payFields } from './payment.ts';

const wallet = { value: 'wallet', currencies: ['CNY'], browsers: ['wechat', 'other'] } as const;
const card = { value: 'card', currencies: ['CNY', 'RM'], browsers: ['wechat', 'alipay', 'other'] } as const;

test.each([
  [[wallet, card], 'CNY', 'other', ['wallet', 'card']],
  [[wallet, card], 'CNY', 'alipay', ['card']],
  [[wallet, card], 'RM', 'wechat', ['card']],
  [[wallet], 'RM', 'wechat', []],
  [[], 'CNY', 'other', []],
] as const)(
  'with %j set up, %s in a browser of kind %s can be paid with %j',
  (configured, currency, browser, types) => {
    expect(onlinePayTypesFor(configured, currency, browser)).toEqual(types);
  },
);

const nothing = { onlineType: 'wechat', couponNo: '', cashCouponNo: '' } as const;

test.each([
  ['a manager takes cash', 'manager', nothing, { payType: 'cash' }],
  ['a manager uses no coupon', 'manager', { ...nothing, couponNo: 'C1' }, { payType: 'cash' }],
  ['a guest pays online', 'consumer', nothing, { payType: 'wechat' }],
  [
    'a coupon reduces the online payment',
    'consumer',
    { ...nothing, couponNo: ' C1 ' },
    { payType: 'wechat', couponNo: 'C1' },
  ],
  [
    'a cash coupon covers the whole price',
    'consumer',
    { ...nothing, cashCouponNo: 'K1' },
    { payType: 'cash', cashCouponNo: 'K1' },
  ],
  [
    'a cash coupon is used alone, and the coupon kept',
    'consumer',
    { ...nothing, couponNo: 'C1', cashCouponNo: 'K1' },
    { payType: 'cash', cashCouponNo: 'K1' },
  ],
  [
    'without online payment, a coupon has to cover the price',
    'consumer',
    { couponNo: 'C1', cashCouponNo: '' },
    { payType: 'coupon', couponNo: 'C1' },
  ],
  ['without online payment, there is no start without a coupon', 'consumer', { couponNo: '', cashCouponNo: ' ' }, null],
  ['blanks are no coupon number', 'consumer', { ...nothing, couponNo: '  ' }, { payType: 'wechat' }],
] as const)('%s', (_name, role, payment, fields) => {
  expect(payFields(role, payment)).toEqual(fields);
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
