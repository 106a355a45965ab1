import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unusedShare } from './stop-refund.ts';

const paid = { startedAt: 0, endsAt: 1_200_000, amount: 1500 };

test.each([
  ['before the start', -5, 1500],
  ['at the start', 0, 1500],
  ['after a third', 400_000, 1000],
  ['a moment later, rounded down', 400_001, 999],
  ['at the end', 1_200_000, 0],
  ['after the end', 9_999_999, 0],
])('%s, %i ms after the start, %i is left of 1500', (_name, at, share) => {
  expect(unusedShare(paid, at)).toBe(share);
});

test('the share is a whole number between nothing and the amount, and never grows with time', () => {
  const orders = fc.record({
    startedAt: fc.integer({ min: 0, max: 1e12 }),
    length: fc.integer({ min: 0, max: 1e7 }),
    amount: fc.nat(1e7),
  });
  const moments = fc.tuple(fc.nat(2e7), fc.nat(2e7));
  fc.assert(
    fc.property(orders, moments, ({ length, ...order }, [one, more]) => {
      const time = { ...order, endsAt: order.startedAt + length };
      const first = unusedShare(time, order.startedAt + one);
      expect(Number.isInteger(first)).toBe(true);
      expect(first).toBeGreaterThanOrEqual(0);
      expect(first).toBeLessThanOrEqual(order.amount);
      expect(unusedShare(time, order.startedAt + one + more)).toBeLessThanOrEqual(first);
    }),
  );
});
