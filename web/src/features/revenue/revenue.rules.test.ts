import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { baselineOf, type Change, changeOf, rankedBy } from './revenue.rules.ts';

describe('the change against a baseline', () => {
  test.each([
    [1124, 1000, { direction: 'up', share: 0.124 }],
    [876, 1000, { direction: 'down', share: -0.124 }],
    [1000, 1000, { direction: 'same', share: 0 }],
    [100_001, 100_000, { direction: 'same', share: 0 }],
    [99_999, 100_000, { direction: 'same', share: 0 }],
    [0, 500, { direction: 'down', share: -1 }],
    [5000, 500, { direction: 'up', share: 9 }],
    [5001, 500, null],
    [500, 0, null],
    [0, 0, null],
    [500, null, null],
  ] as [number, number | null, Change | null][])('%i after %j', (total, previous, change) => {
    expect(changeOf(total, previous)).toEqual(change);
  });

  test('never is an absurd percentage', () => {
    fc.assert(
      fc.property(fc.nat(1e12), fc.nat(1e12), (total, baseline) => {
        expect(Math.abs(changeOf(total, baseline)?.share ?? 0)).toBeLessThanOrEqual(9);
      }),
    );
  });
});

describe('what a period of the overview is compared with', () => {
  const yesterday = { previous: 10, comparable: true, lastWeek: 20 };
  const month = { previous: 30, comparable: true };
  test.each([
    [yesterday, 'day', { name: 'day', amount: 10 }],
    [yesterday, 'weekday', { name: 'weekday', amount: 20 }],
    [yesterday, 'period', { name: 'period', amount: 10 }],
    [{ ...yesterday, lastWeek: null }, 'weekday', { name: 'weekday', amount: null }],
    [month, 'day', { name: 'period', amount: 30 }],
    [month, 'weekday', { name: 'period', amount: 30 }],
    [{ ...month, comparable: false }, 'period', { name: 'period', amount: null }],
    [{ previous: 30 }, 'period', { name: 'period', amount: 30 }],
  ] as const)('%j, by %s', (span, wanted, expected) => {
    expect(baselineOf(span, wanted)).toEqual(expected);
  });
});

test('outlets are ranked by total or by income per chair', () => {
  const large = { total: 900, perDevice: 90 };
  const small = { total: 400, perDevice: 400 };
  expect(rankedBy([large, small], 'total')).toEqual([large, small]);
  expect(rankedBy([large, small], 'perDevice')).toEqual([small, large]);
});
