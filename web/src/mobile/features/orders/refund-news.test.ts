import { expect, test } from 'vitest';
import { refundNews } from './refund-news.ts';

const order = { payment: 'refunding', refundedAmount: 900, payType: 'wechat' } as const;
const refund = { amount: 900, way: 'wechat', at: '2026-11-19T00:30:00.000Z' };

test.each([
  ['due', 'going'],
  ['asked', 'going'],
  ['pending', 'going'],
  ['done', 'done'],
  ['failed', 'failed'],
] as const)('a refund that is %s is shown as %s', (state, told) => {
  expect(refundNews({ ...order, refunds: [{ ...refund, state }] })).toEqual([{ ...refund, state: told }]);
});

test.each([
  ['refunding', 900, 'going'],
  ['partly_refunded', 900, 'done'],
  ['paid', 0, undefined],
] as const)('from a server that reports no refunds, an order that is %s', (payment, refundedAmount, told) => {
  expect(refundNews({ ...order, payment, refundedAmount })[0]?.state).toBe(told);
});
