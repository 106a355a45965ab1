import { describe, expect, it } from 'vitest';
import { counts, type Filters, isPlain, looksThroughNewest, wayOf } from './order-list.rules.ts';

describe('the way to a page of orders', () => {
  it.each<[Filters, ReturnType<typeof wayOf>]>([
    [{}, 'outlet'],
    [{ status: 'finished' }, 'outlet'],
    [{ gear: 'deep' }, 'kind'],
    [{ type: 'coin', status: 'finished' }, 'kind'],
    [{ type: 'coin', status: 'failed' }, 'status'],
    [{ status: 'running', couponProperty: 'free' }, 'status'],
    [{ gear: 'deep', couponProperty: 'free' }, 'property'],
    [{ deviceId: 'A1', status: 'failed' }, 'device'],
    [{ couponNo: 'C', deviceId: 'A1' }, 'coupon'],
    [{ cashCouponNo: 'C', type: 'cash_coupon' }, 'cashCoupon'],
  ])('of %o is by %s', (filters, way) => {
    expect(wayOf(filters)).toBe(way);
  });

  it('leads through the newest orders only for many outlets and a common filter', () => {
    expect(looksThroughNewest('outlet', 11)).toBe(true);
    expect(looksThroughNewest('kind', 200)).toBe(true);
    expect(looksThroughNewest('outlet', 10)).toBe(false);
    expect(looksThroughNewest('status', 200)).toBe(false);
  });
});

describe('a summary', () => {
  it('comes from the statistics where nothing but online is asked for', () => {
    expect(isPlain({})).toBe(true);
    expect(isPlain({ type: 'online', gear: undefined })).toBe(true);
    expect(isPlain({ type: 'coin' })).toBe(false);
    expect(isPlain({ status: 'finished' })).toBe(false);
  });

  it('counts running and finished orders alone', () => {
    expect(counts(undefined)).toBe(true);
    expect(counts('running')).toBe(true);
    expect(counts('refunded')).toBe(false);
  });
});
