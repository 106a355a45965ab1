import { describe, expect, it } from 'vitest';
import {
  type Filters,
  isIncome,
  isPlain,
  isWhole,
  looksThroughNewest,
  mobileEnd,
  newestOf,
  orderIdIn,
  recentSince,
  recentWayOf,
  shareOf,
  streamsOf,
  wayOf,
} from './order-list.rules.ts';

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

  it.each<[Filters, ReturnType<typeof wayOf>]>([
    [{ gear: 'deep' }, 'outlet'],
    [{ type: 'coin', status: 'finished' }, 'outlet'],
    [{ type: 'coin', gear: 'deep' }, 'kind'],
    [{ type: 'coin', status: 'failed' }, 'status'],
  ])('of %o through recent orders is by %s', (filters, way) => {
    expect(recentWayOf(filters)).toBe(way);
  });

  it('leads through the newest orders for very many outlets, where no number says which order it is', () => {
    expect(looksThroughNewest({}, 101)).toBe(true);
    expect(looksThroughNewest({ gear: 'deep', type: 'coin', status: 'failed' }, 200)).toBe(true);
    expect(looksThroughNewest({ deviceId: 'A1' }, 200)).toBe(false);
    expect(looksThroughNewest({ couponNo: 'C' }, 200)).toBe(false);
    expect(looksThroughNewest({}, 100)).toBe(false);
  });

  it.each<[Filters, ReturnType<typeof newestOf>]>([
    [{}, 'all'],
    [{ status: 'running', gear: 'deep' }, 'all'],
    [{ status: 'failed', couponProperty: 'free' }, 'unusual'],
    [{ status: 'finished', couponProperty: 'free' }, 'withCoupon'],
  ])('leads for %o through the newest of %s', (filters, newest) => {
    expect(newestOf(filters)).toBe(newest);
  });

  it.each<[Filters, number, number]>([
    [{}, 20, 20],
    [{ gear: 'deep' }, 20, 60],
    [{ gear: 'deep', type: 'coin' }, 20, 20],
    [{ deviceId: 'A1' }, 20, 1],
  ])('of %o over %i outlets is merged from %i streams', (filters, outlets, streams) => {
    expect(streamsOf(filters, outlets)).toBe(streams);
  });

  it('looks at a few orders of each of many streams, and at a whole page of each of a few', () => {
    expect([1, 10, 20, 200].map((streams) => shareOf(21, streams))).toEqual([21, 21, 7, 6]);
  });

  it('leads through the last hours first where there are many streams and a longer period', () => {
    const until = new Date('2026-03-04T10:00:00Z');
    const since = (text: string) => ({ since: new Date(text), until });
    expect(recentSince(since('2026-01-01T00:00:00Z'), {}, 11)).toEqual(new Date('2026-03-04T04:00:00Z'));
    expect(recentSince(since('2026-01-01T00:00:00Z'), {}, 10)).toBeUndefined();
    expect(recentSince(since('2026-03-04T04:00:00Z'), {}, 200)).toBeUndefined();
  });

  it.each<[Filters, number]>([
    [{ gear: 'deep', type: undefined }, 6],
    [{ gear: 'deep', type: 'coin' }, 24],
    [{ couponProperty: 'free' }, 96],
    [{ status: 'failed', gear: 'deep', type: 'coin' }, 96],
  ])('of %o goes back %i hours at first', (filters, hours) => {
    const until = new Date('2026-03-04T10:00:00Z');
    const recent = recentSince({ since: new Date('2025-01-01T00:00:00Z'), until }, filters, 20);
    expect(recent).toEqual(new Date(until.getTime() - hours * 3600_000));
  });

  it('is gone again where one stream may have had more', () => {
    const rows = (count: number, outlet: number) =>
      Array.from({ length: count }, () => ({ outlet_id: outlet, type: 'coin', gear: 'deep' }) as const);
    expect(isWhole('outlet', [...rows(3, 1), ...rows(3, 2)], 21, 4)).toBe(true);
    expect(isWhole('outlet', [...rows(3, 1), ...rows(4, 2)], 21, 4)).toBe(false);
    expect(isWhole('kind', [...rows(2, 1), { outlet_id: 1, type: 'online', gear: 'deep' }], 21, 3)).toBe(true);
    expect(isWhole('outlet', rows(21, 1), 21, 21)).toBe(true);
  });
});

describe('a summary', () => {
  it('comes from the statistics where nothing but online is asked for', () => {
    expect(isPlain({})).toBe(true);
    expect(isPlain({ type: 'online', gear: undefined })).toBe(true);
    expect(isPlain({ type: 'coin' })).toBe(false);
    expect(isPlain({ status: 'finished' })).toBe(false);
  });

  it('takes running and finished orders alone for income', () => {
    expect(isIncome(undefined)).toBe(true);
    expect(isIncome('running')).toBe(true);
    expect(isIncome('refunded')).toBe(false);
  });
});

describe('a keyword', () => {
  it.each([
    ['0001', '0001', null],
    ['138 0000-0001', '13800000001', null],
    ['+8613800000001', '8613800000001', null],
    ['001', null, null],
    ['A10086', null, null],
    ['2611150000042', '2611150000042', 42],
    ['26111512345678', '26111512345678', 12_345_678],
  ])('%s may be the end %j of a mobile number, and the order %j', (keyword, end, orderId) => {
    expect(mobileEnd(keyword)).toBe(end);
    expect(orderIdIn(keyword)).toBe(orderId);
  });
});
