import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cashCouponFits, couponFits, discounted, isUsable } from './coupon.rules.ts';
import { availability, mayStartAt } from './start.rules.ts';

const guest = {
  accountId: 7,
  name: 'Guest',
  role: 'consumer',
  outletIds: [] as number[],
  boundOutletId: null,
} as const;
const manager = { accountId: 1, name: 'Manager', role: 'manager', outletIds: [3], boundOutletId: null } as const;
const free = {
  id: 'A1',
  outlet_id: 3,
  online: true,
  fault_code: null,
  closed: false,
  price_group_id: 1,
  holder_id: null,
  holder_by: null,
} as const;
const taken = (by: number | null) => ({ ...free, holder_id: 42, holder_by: by });

describe('a chair', () => {
  it.each([
    ['free', free, guest, { free: true }],
    ['offline', { ...free, online: false }, guest, 'deviceUnavailable'],
    ['broken', { ...free, fault_code: 'E1' }, guest, 'deviceUnavailable'],
    ['of a closed outlet', { ...free, closed: true }, guest, 'deviceUnavailable'],
    ['held by the one who asks', taken(7), guest, { orderId: 42 }],
    ['held by the one who asks, offline by now', { ...taken(7), online: false }, guest, { orderId: 42 }],
    ['held by another', taken(8), guest, 'deviceInUse'],
    ['held by a coin', taken(null), guest, 'deviceInUse'],
    ['held by another, to its manager', taken(8), manager, { orderId: 42 }],
  ] as const)('%s', (_case, chair, starter, expected) => {
    expect(availability(chair, starter)).toEqual(expected);
  });

  it.each([
    ['its manager', manager, 3, true],
    ["another outlet's manager", manager, 4, false],
    ['a guest bound to no outlet', guest, 4, true],
    ['a guest of this outlet', { ...guest, boundOutletId: 3 }, 3, true],
    ['a guest of another outlet', { ...guest, boundOutletId: 3 }, 4, false],
  ] as const)('may be started by %s: outlet %o', (_case, starter, outletId, expected) => {
    expect(mayStartAt(starter, outletId)).toBe(expected);
  });
});

describe('a coupon', () => {
  it.each([
    [1500, { property: 'free', percent_off: null, amount_off: null }, 0],
    [1500, { property: 'discount', percent_off: 33, amount_off: null }, 1005],
    [50, { property: 'discount', percent_off: 1, amount_off: null }, 50],
    [49, { property: 'discount', percent_off: 1, amount_off: null }, 49],
    [150, { property: 'discount', percent_off: 99, amount_off: null }, 2],
    [1500, { property: 'amount_off', percent_off: null, amount_off: 500 }, 1000],
    [300, { property: 'amount_off', percent_off: null, amount_off: 500 }, 0],
  ] as const)('on %i leaves, of %o, %i to pay', (amount, coupon, left) => {
    expect(discounted(amount, coupon)).toBe(left);
  });

  it('never raises a price nor makes it negative', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.integer({ min: 1, max: 99 }), fc.nat(2e6), (amount, percent, off) => {
        for (const left of [
          discounted(amount, { property: 'discount', percent_off: percent, amount_off: null }),
          discounted(amount, { property: 'amount_off', percent_off: null, amount_off: off }),
        ]) {
          expect(Number.isInteger(left) && left >= 0 && left <= amount).toBe(true);
        }
      }),
    );
  });

  const now = new Date('2026-11-15T12:00:00Z');
  const usable = { expires_at: '2026-11-15T12:00:01Z', voided_at: null, used_by: null };

  it.each([
    ['as it is', {}, null, true],
    ['expired', { expires_at: now.toISOString() }, null, false],
    ['voided', { voided_at: now.toISOString() }, null, false],
    ['used by an order', { used_by: 9 }, null, false],
    ["used by the caller's own unpaid order", { used_by: 9 }, 9, true],
  ])('that is %s can be used: %o', (_case, changes, unpaid_id, expected) => {
    expect(isUsable({ ...usable, ...changes }, { unpaid_id }, now)).toBe(expected);
  });

  const place = { outletId: 3, currency: 'CNY' } as const;

  it.each([
    ['of any outlet', { outlet_id: null, currency: null }, true],
    ['of this outlet', { outlet_id: 3, currency: 'CNY' }, true],
    ['of another outlet', { outlet_id: 4, currency: null }, false],
    ['of another currency', { outlet_id: null, currency: 'RM' }, false],
  ] as const)('%s fits: %o', (_case, coupon, expected) => {
    expect(couponFits(coupon, place)).toBe(expected);
  });

  const cash = { outlet_id: 3, amount: 800, currency: 'CNY' } as const;

  it.each([
    ['worth the price', {}, true],
    ['worth more', { amount: 900 }, true],
    ['worth less', { amount: 799 }, false],
    ['of another outlet', { outlet_id: 4 }, false],
    ['of another currency', { currency: 'PHP' }, false],
  ] as const)('sold for cash, %s: %o', (_case, changes, expected) => {
    expect(cashCouponFits({ ...cash, ...changes }, place, { amount: 800 })).toBe(expected);
  });
});
