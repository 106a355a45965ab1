import { describe, expect, it } from 'vitest';
import { type Filters, isIncome, isPlain, readsByOutlet } from './order-list.rules.ts';

describe('a page of orders', () => {
  it.each<[Filters, number, boolean]>([
    [{}, 1, true],
    [{ status: 'finished', gear: 'deep' }, 20, true],
    [{ status: 'failed', gear: 'deep' }, 1, true],
    [{ status: 'failed', gear: 'deep' }, 2, false],
    [{ couponProperty: 'free' }, 2, false],
    [{}, 21, false],
    [{ deviceId: 'A1' }, 1, false],
    [{ couponNo: 'C' }, 1, false],
    [{ cashCouponNo: 'C', type: 'cash_coupon' }, 1, false],
  ])('of %o over %i outlets is read outlet by outlet: %s', (filters, outlets, expected) => {
    expect(readsByOutlet(filters, outlets)).toBe(expected);
  });
});

describe('a summary', () => {
  it('comes from the statistics if the only filters are online and currency', () => {
    expect(isPlain({})).toBe(true);
    expect(isPlain({ type: 'online', gear: undefined, currency: 'CNY' })).toBe(true);
    expect(isPlain({ type: 'coin' })).toBe(false);
    expect(isPlain({ status: 'finished' })).toBe(false);
  });

  it('counts only running and finished orders as income', () => {
    expect(isIncome(undefined)).toBe(true);
    expect(isIncome('running')).toBe(true);
    expect(isIncome('refunded')).toBe(false);
  });
});
