import { expect, it } from 'vitest';
import { withNames } from './named-codes.ts';

it.each([
  ['expected 20401 to be 200', 'expected 20401 (paymentFailed) to be 200'],
  [
    '-   "code": 20203,\n+   "code": 30107,',
    '-   "code": 20203 (deviceInUse),\n+   "code": 30107 (loggedInElsewhere),',
  ],
  ['[ 20301, 20302 ]', '[ 20301 (badCoupon), 20302 (badCashCoupon) ]'],
  ['order 120203, 20203.5, A20203, 2026-20203, 29999', 'order 120203, 20203.5, A20203, 2026-20203, 29999'],
])('a failing test names the codes that it compared: %s', (text, named) => {
  expect(withNames(text)).toBe(named);
  expect(withNames(named)).toBe(named);
});
