import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { availability, cashCouponFits, couponFits, discounted, mayStartAt } from './starting.rules.ts';

const guest = { accountId: 7, role: 'consumer', outletIds: [] as number[], boundOutletId: null } as const;
const manager = { accountId: 1, role: 'manager', outletIds: [3], boundOutletId: null } as const;
const free = {
  id: 'A1',
  outlet_id: 3,
  online: true,
  fault_code: null,
  price_group_id: 1,
  active_id: null,
  active_status: null,
  active_by: null,
} as const;
const taken = (by: number | null, status: 'pending' | 'starting' | 'running') => ({
  ...free,
  active_id: 42,
  active_by: by,
  active_status: status,
});

describe('a chair', () => {
  it.each([
    ['free', free, guest, { free: true }],
    ['offline', { ...free, online: false }, guest, 'deviceUnavailable'],
    ['broken', { ...free, fault_code: 'E1' }, guest, 'deviceUnavailable'],
    ['running for the one who asks', taken(7, 'running'), guest, { orderId: 42 }],
    ['running for the one who asks, offline by now', { ...taken(7, 'running'), online: false }, guest, { orderId: 42 }],
    ['starting for the one who asks', taken(7, 'starting'), guest, { orderId: 42 }],
    ["awaiting the asker's own payment", taken(7, 'pending'), guest, { free: true }],
    ["awaiting another's payment", taken(8, 'pending'), guest, 'deviceInUse'],
    ['running for another', taken(8, 'running'), guest, 'deviceInUse'],
    ['running by a coin', taken(null, 'running'), guest, 'deviceInUse'],
    ['running, to its manager', taken(8, 'running'), manager, { orderId: 42 }],
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
  const later = new Date('2026-11-15T12:00:01Z');
  const place = { outletId: 3, currency: 'CNY' } as const;
  const coupon = {
    no: 'C1',
    property: 'amount_off',
    percent_off: null,
    amount_off: 1,
    currency: 'CNY',
    outlet_id: null,
    expires_at: later,
    voided_at: null,
  } as const;

  it.each([
    ['as it is', {}, true],
    ['of this outlet', { outlet_id: 3 }, true],
    ['of another outlet', { outlet_id: 4 }, false],
    ['of another currency', { currency: 'RM' }, false],
    ['over by now', { expires_at: now }, false],
    ['voided', { voided_at: now }, false],
  ] as const)('%s fits: %o %s', (_case, changes, expected) => {
    expect(couponFits({ ...coupon, ...changes }, place, now)).toBe(expected);
  });

  const cash = { no: 'K1', outlet_id: 3, amount: 800, currency: 'CNY', expires_at: later, voided_at: null } as const;

  it.each([
    ['worth the price', {}, true],
    ['worth more', { amount: 900 }, true],
    ['worth less', { amount: 799 }, false],
    ['of another outlet', { outlet_id: 4 }, false],
    ['of another currency', { currency: 'PHP' }, false],
    ['over by now', { expires_at: now }, false],
    ['voided', { voided_at: now }, false],
  ] as const)('for cash, %s: %o %s', (_case, changes, expected) => {
    expect(cashCouponFits({ ...cash, ...changes }, place, { amount: 800 }, now)).toBe(expected);
  });
});
