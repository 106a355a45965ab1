import { describe, expect, test } from 'vitest';
import { activeOf, readFilters, removable, without } from './order-filters.ts';

const given = (filters: object) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));

describe('the filters of an address', () => {
  test.each([
    ['none are the orders of today', {}, { period: 'today' }],
    [
      'all of them',
      {
        period: 'week',
        outletId: '7',
        deviceId: 'A1',
        type: 'coin',
        status: 'finished',
        gear: 'deep',
        couponProperty: 'free',
        cashCouponNo: 'X1',
        couponNo: 'C1',
      },
      {
        period: 'week',
        outletId: '7',
        deviceId: 'A1',
        type: 'coin',
        status: 'finished',
        gear: 'deep',
        couponProperty: 'free',
        cashCouponNo: 'X1',
        couponNo: 'C1',
      },
    ],
    [
      'values that do not exist filter nothing',
      { type: 'gift', status: 'lost', gear: 'brutal', couponProperty: 'x' },
      { period: 'today' },
    ],
  ])('%s', (_name, search, filters) => {
    expect(given(readFilters(search))).toEqual(filters);
  });
});

describe('active filters', () => {
  const filters = readFilters({ period: 'month', gear: 'deep', couponNo: 'C1' });

  test('are those that are set, the period not among them', () => {
    expect(activeOf(filters)).toEqual(['gear', 'couponNo']);
  });

  test('are taken off one by one', () => {
    expect(given(without(filters, 'gear'))).toEqual({ period: 'month', couponNo: 'C1' });
  });

  test('are taken off all at once', () => {
    expect(given(without(filters, ...removable))).toEqual({ period: 'month' });
  });
});
