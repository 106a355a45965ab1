import type { PeriodName } from '@recline/contract/values';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Baseline,
  baselineAmount,
  baselineOf,
  type Change,
  changeOf,
  overviewAmount,
  rankedBy,
  type YesterdayBaseline,
} from './revenue.rules.ts';

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

  test('is never an absurd percentage', () => {
    fc.assert(
      fc.property(fc.nat(1e12), fc.nat(1e12), (total, baseline) => {
        expect(Math.abs(changeOf(total, baseline)?.share ?? 0)).toBeLessThanOrEqual(9);
      }),
    );
  });
});

describe('a baseline fits its period', () => {
  test.each([
    ['today', 'day', 'sameTime'],
    ['today', 'weekday', 'sameTime'],
    ['yesterday', 'day', 'day'],
    ['yesterday', 'weekday', 'weekday'],
    ['week', 'day', 'week'],
    ['month', 'weekday', 'month'],
    ['year', 'day', 'year'],
    ['custom', 'day', 'period'],
  ] as [PeriodName, YesterdayBaseline, Baseline][])('%s (yesterday by %s): %s', (period, ofYesterday, expected) => {
    expect(baselineOf(period, ofYesterday)).toBe(expected);
  });

  const comparison = { day: 1, weekday: 7, period: 30 };
  test.each([
    ['day', 1],
    ['weekday', 7],
    ['sameTime', 7],
    ['week', 30],
    ['period', 30],
  ] as [Baseline, number][])('the amount by %s is %i', (baseline, amount) => {
    expect(baselineAmount(comparison, baseline)).toBe(amount);
  });

  test.each([
    [{ previous: 10, comparable: true, lastWeek: 20 }, 'day', 10],
    [{ previous: 10, comparable: true, lastWeek: 20 }, 'weekday', 20],
    [{ previous: 10, comparable: true, lastWeek: null }, 'weekday', null],
    [{ previous: 30, comparable: false }, 'month', null],
    [{ previous: 30 }, 'month', 30],
  ] as const)('on the overview, of %j by %s: %j', (span, baseline, expected) => {
    expect(overviewAmount(span, baseline)).toBe(expected);
  });
});

test('outlets are ranked by total or by income per chair', () => {
  const large = { total: 900, perDevice: 90 };
  const small = { total: 400, perDevice: 400 };
  expect(rankedBy([large, small], 'total')).toEqual([large, small]);
  expect(rankedBy([large, small], 'perDevice')).toEqual([small, large]);
});
