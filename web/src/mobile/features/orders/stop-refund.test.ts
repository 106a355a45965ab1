import { expect, test } from 'vitest';
import { refundAtStop } from './stop-refund.ts';

const start = Date.parse('2026-11-15T06:00:00.000Z');
const order = {
  type: 'online' as const,
  amount: 1500,
  refundedAmount: 0,
  startedAt: new Date(start).toISOString(),
  endsAt: new Date(start + 1_200_000).toISOString(),
};
const afterAThird = start + 400_000;

test.each([
  ['paid online, by the rule for unused time', order, 'unused', 1000],
  ['paid online, by the rule for nothing', order, 'none', 0],
  ['paid at the counter', { ...order, type: 'cash_coupon' }, 'unused', 0],
  ['refunded in part before', { ...order, refundedAmount: 400 }, 'unused', 600],
  ['not started', { ...order, startedAt: null, endsAt: null }, 'unused', 0],
] as const)('stopped after a third, %s', (_name, stopped, rule, amount) => {
  expect(refundAtStop(stopped, rule, afterAThird)).toBe(amount);
});
