import { expect, test } from 'vitest';
import { isPayAddress } from './pay-address.ts';

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
