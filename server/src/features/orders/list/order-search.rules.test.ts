import { expect, it } from 'vitest';
import { readKeyword } from './order-search.rules.ts';

const none = { orderNoEnd: null, mobileEnd: null, mobile: null };

it.each([
  ['001', none],
  ['0001', { ...none, mobileEnd: '0001' }],
  ['00042', { ...none, orderNoEnd: '00042' }],
  ['2611150000042', { ...none, orderNoEnd: '2611150000042' }],
  ['13800000001', { ...none, orderNoEnd: '13800000001', mobile: '+8613800000001' }],
  ['138 0000-0001', { ...none, mobile: '+8613800000001' }],
  ['+60123456789', { ...none, mobile: '+60123456789' }],
  ['A10086', none],
  ['2026111522001400011234567890', { ...none, orderNoEnd: '2026111522001400011234567890' }],
])('the keyword %s may stand for %o', (text, expected) => {
  expect(readKeyword(text, 'CN')).toEqual({ text, ...expected });
});
