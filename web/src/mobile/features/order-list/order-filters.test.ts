import { describe, expect, test } from 'vitest';
import { activeFilters, readFilters, withoutFilter, withoutFilters } from './order-filters.ts';

const defined = (filters: object) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));

const every = {
  period: 'week',
  outletId: '7',
  deviceId: 'A1',
  type: 'coin',
  status: 'finished',
  gear: 'deep',
  couponProperty: 'free',
  cashCouponNo: 'X1',
  couponNo: 'C1',
  currency: 'RM',
  keyword: '0042',
};

test.each([
  ['without a filter means the orders of today', {}, { period: 'today' }],
  ['has each of them', every, every],
  [
    'with values that do not exist filters nothing',
    { type: 'gift', status: 'lost', gear: 'brutal', couponProperty: 'x', currency: 'EUR' },
    { period: 'today' },
  ],
])('an address %s', (_name, search, filters) => {
  expect(defined(readFilters(search))).toEqual(filters);
});

describe('active filters', () => {
  const filters = readFilters({ period: 'month', gear: 'deep', couponNo: 'C1' });

  test('are those that are set, without the period', () => {
    expect(activeFilters(filters)).toEqual(['gear', 'couponNo']);
  });

  test('can be removed one by one', () => {
    expect(defined(withoutFilter(filters, 'gear'))).toEqual({ period: 'month', couponNo: 'C1' });
  });

  test('can be removed all at once', () => {
    expect(defined(withoutFilters(filters))).toEqual({ period: 'month' });
  });
});
