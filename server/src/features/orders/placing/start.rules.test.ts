import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cashCouponProblem, couponProblem, discounted } from './coupon.rules.ts';
import { availability, decideStart, mayStartAt, problemOf, quote, type StartInput } from './start.rules.ts';
import type { StartFacts } from './start.sql.ts';

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
  ] as const)('on %i with %o leaves %i to pay', (amount, coupon, left) => {
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
  const place = { outletId: 3, currency: 'CNY' } as const;
  const usable = {
    expires_at: '2026-11-15T12:00:01Z',
    voided_at: null,
    used_by: null,
    outlet_id: null,
    currency: null,
  };

  it.each([
    ['as it is', {}, null, undefined],
    ['expired', { expires_at: now.toISOString() }, null, 'expired'],
    ['voided', { voided_at: now.toISOString() }, null, 'voided'],
    ['used by an order', { used_by: 9 }, null, 'used'],
    ['used, and expired since', { used_by: 9, expires_at: now.toISOString() }, null, 'used'],
    ["used by the caller's own unpaid order", { used_by: 9 }, 9, undefined],
    ['of this outlet', { outlet_id: 3, currency: 'CNY' }, null, undefined],
    ['of another outlet', { outlet_id: 4 }, null, 'elsewhere'],
    ['of another currency', { currency: 'RM' }, null, 'elsewhere'],
    ['of another outlet, and expired', { outlet_id: 4, expires_at: now.toISOString() }, null, 'expired'],
  ] as const)('that is %s is refused for: %s', (_case, changes, unpaid_id, why) => {
    expect(couponProblem({ ...usable, ...changes }, place, { unpaid_id, now })).toBe(why);
  });

  const cash = { ...usable, outlet_id: 3, amount: 800, currency: 'CNY' } as const;

  it.each([
    ['worth the price', {}, undefined],
    ['worth more', { amount: 900 }, undefined],
    ['worth less', { amount: 799 }, 'tooSmall'],
    ['used', { used_by: 9 }, 'used'],
    ['of another outlet', { outlet_id: 4 }, 'elsewhere'],
    ['of another currency', { currency: 'PHP' }, 'elsewhere'],
  ] as const)('sold for cash, %s, is refused for: %s', (_case, changes, why) => {
    const asked = { unpaid_id: null, now };
    expect(cashCouponProblem({ ...cash, ...changes }, place, { amount: 800 }, asked)).toBe(why);
  });
});

describe('a start', () => {
  const now = new Date('2026-11-15T12:00:00Z');
  const price = { id: 5, gear: 'deep', minutes: 30, amount: 800, currency: 'CNY', recommended: false } as const;
  const coupon = {
    no: 'C1',
    property: 'discount',
    percent_off: 50,
    amount_off: null,
    currency: null,
    outlet_id: null,
    expires_at: '2026-11-15T12:00:01Z',
    voided_at: null,
    used_by: null,
  } as const;
  const cashCoupon = { ...coupon, no: 'K1', outlet_id: 3, amount: 900, currency: 'CNY' } as const;
  const facts: StartFacts = {
    chair: free,
    price,
    has_prices: true,
    coupon: null,
    cash_coupon: null,
    repeat: null,
    unpaid_id: null,
    recent: 0,
  };
  const input: StartInput = { deviceId: 'A1', priceId: '5', payType: 'sandbox', requestId: 'r' };
  const context = { now, connected: true, isOffered: () => true, newCouponNo: () => '123' };

  const decided = (
    starter: typeof guest | typeof manager,
    asked: Partial<StartInput> = {},
    known: Partial<StartFacts> = {},
    around: Partial<typeof context> = {},
  ) => {
    const result = decideStart(starter, { ...input, ...asked }, { ...facts, ...known }, { ...context, ...around });
    return 'refusal' in result ? result.refusal.problem : result.toPlace;
  };
  const withCoupon = { couponNo: 'C1' };
  const free_ = { ...coupon, property: 'free', percent_off: null } as const;

  it.each([
    ['too often', guest, {}, { recent: 10 }, {}, 'tooMany'],
    ['while no chair can be reached', guest, {}, {}, { connected: false }, 'unavailable'],
    ['of a chair that does not exist', guest, {}, { chair: null }, {}, 'unknownDevice'],
    ['of a chair of another outlet', manager, {}, { chair: { ...free, outlet_id: 4 } }, {}, 'wrongOutlet'],
    ['of a chair that is held', guest, {}, { chair: taken(8) }, {}, 'deviceInUse'],
    ['of a chair that its own order holds', guest, {}, { chair: taken(7) }, {}, 'deviceInUse'],
    ['of a chair that is offline', guest, {}, { chair: { ...free, online: false } }, {}, 'deviceUnavailable'],
    ['at a price of another list', guest, {}, { price: null }, {}, 'badRequest'],
    ['where there is no price list', guest, {}, { price: null, has_prices: false }, {}, 'noPriceList'],
    ['with a coupon that does not exist', guest, withCoupon, {}, {}, 'badCoupon'],
    [
      'with a coupon that another order uses',
      guest,
      withCoupon,
      { coupon: { ...coupon, used_by: 9 } },
      {},
      'badCoupon',
    ],
    ['with a coupon of another outlet', guest, withCoupon, { coupon: { ...coupon, outlet_id: 4 } }, {}, 'badCoupon'],
    ['for a coupon alone, without one', guest, { payType: 'coupon' }, {}, {}, 'badRequest'],
    [
      'for a coupon alone that leaves something',
      guest,
      { ...withCoupon, payType: 'coupon' },
      { coupon },
      {},
      'badRequest',
    ],
    ['through a provider that is not offered', guest, {}, {}, { isOffered: () => false }, 'paymentFailed'],
    ['online with a cash coupon', guest, { cashCouponNo: 'K1' }, { cash_coupon: cashCoupon }, {}, 'badRequest'],
    ['in cash without a coupon', guest, { payType: 'cash' }, {}, {}, 'badRequest'],
    ['in cash with a coupon', guest, { payType: 'cash', ...withCoupon }, { coupon }, {}, 'badRequest'],
    [
      'in cash with both',
      guest,
      { payType: 'cash', couponNo: 'C1', cashCouponNo: 'K1' },
      { coupon, cash_coupon: cashCoupon },
      {},
      'badRequest',
    ],
    ['with a cash coupon that does not exist', guest, { payType: 'cash', cashCouponNo: 'K1' }, {}, {}, 'badCashCoupon'],
    [
      'with a cash coupon that is void',
      guest,
      { payType: 'cash', cashCouponNo: 'K1' },
      { cash_coupon: { ...cashCoupon, voided_at: 'x' } },
      {},
      'badCashCoupon',
    ],
    [
      'with a cash coupon worth less',
      guest,
      { payType: 'cash', cashCouponNo: 'K1' },
      { cash_coupon: { ...cashCoupon, amount: 799 } },
      {},
      'badCashCoupon',
    ],
    ['by a manager who pays online', manager, {}, {}, {}, 'badRequest'],
    ['by a manager with a coupon', manager, { payType: 'cash', ...withCoupon }, { coupon }, {}, 'badRequest'],
    [
      'by a manager with a cash coupon',
      manager,
      { payType: 'cash', cashCouponNo: 'K1' },
      { cash_coupon: cashCoupon },
      {},
      'badRequest',
    ],
  ] as const)('%s is refused', (_case, starter, asked, known, around, problem) => {
    expect(decided(starter, asked, known as Partial<StartFacts>, around)).toBe(problem);
  });

  const order = {
    type: 'online',
    status: 'pending',
    pay_type: 'sandbox',
    device_id: 'A1',
    outlet_id: 3,
    placed_by: 7,
    request_id: 'r',
    gear: 'deep',
    minutes: 30,
    list_amount: 800,
    amount: 800,
    currency: 'CNY',
    coupon_no: null,
    coupon_property: null,
    cash_coupon_no: null,
    created_at: now,
    started_at: null,
    ends_at: null,
    ended_at: null,
    overlapping: false,
  };
  const used = { coupon_no: 'C1', coupon_property: 'discount' };

  it.each([
    ['online', {}, {}, {}],
    ['online, the ninth in a minute', {}, { recent: 9 }, {}],
    ['online with a discount', withCoupon, { coupon }, { amount: 400, ...used }],
    [
      'with the coupon of the unpaid order that it replaces',
      withCoupon,
      { coupon: { ...coupon, used_by: 9 }, unpaid_id: 9 },
      { amount: 400, ...used },
    ],
    [
      'free with a coupon',
      withCoupon,
      { coupon: free_ },
      { amount: 0, status: 'starting', pay_type: 'coupon', coupon_no: 'C1', coupon_property: 'free' },
    ],
    [
      'for a coupon alone',
      { ...withCoupon, payType: 'coupon' },
      { coupon: free_ },
      { amount: 0, status: 'starting', pay_type: 'coupon', coupon_no: 'C1', coupon_property: 'free' },
    ],
    [
      'free where it costs nothing',
      {},
      { price: { ...price, amount: 0 } },
      { list_amount: 0, amount: 0, status: 'starting', pay_type: 'coupon' },
    ],
    [
      'for a cash coupon, which is worth what it is',
      { payType: 'cash', cashCouponNo: 'K1' },
      { cash_coupon: cashCoupon },
      { type: 'cash_coupon', status: 'starting', pay_type: 'cash', amount: 900, cash_coupon_no: 'K1' },
    ],
  ] as const)('%s by a guest is this order, without cash', (_case, asked, known, changed) => {
    expect(decided(guest, asked, known as Partial<StartFacts>)).toEqual({ order: { ...order, ...changed } });
  });

  it('at the counter issues a cash coupon for a year, records the cash, and is not limited', () => {
    expect(decided(manager, { payType: 'cash' }, { recent: 99 })).toEqual({
      order: {
        ...order,
        type: 'cash_coupon',
        status: 'starting',
        pay_type: 'cash',
        placed_by: 1,
        cash_coupon_no: '123',
      },
      cash: { provider: 'cash', ref: '123' },
      issued: {
        no: '123',
        outletId: 3,
        amount: 800,
        currency: 'CNY',
        issuedBy: 1,
        createdAt: now,
        expiresAt: new Date('2027-11-15T12:00:00Z'),
      },
    });
  });

  it('that fails for an unexpected reason throws', () => {
    const isOffered = () => {
      throw new TypeError('a defect');
    };
    expect(() => decided(guest, {}, {}, { isOffered })).toThrow('a defect');
  });

  describe('is quoted', () => {
    const quoted = (starter: typeof guest | typeof manager, asked: object, known: Partial<StartFacts> = {}) => {
      const result = quote(starter, asked, { ...facts, ...known }, { chair: free, price }, now);
      return 'refusal' in result ? result.refusal.problem : result.amount;
    };
    it.each([
      ['as the price', guest, {}, {}, 800],
      ['with a discount', guest, withCoupon, { coupon }, 400],
      ['at nothing with a cash coupon', guest, { cashCouponNo: 'K1' }, { cash_coupon: cashCoupon }, 0],
      ['as the price to a manager', manager, {}, {}, 800],
      ['to no manager with a coupon', manager, withCoupon, { coupon }, 'badRequest'],
      ['to no manager with a cash coupon', manager, { cashCouponNo: 'K1' }, { cash_coupon: cashCoupon }, 'badRequest'],
      ['with no coupon that another order uses', guest, withCoupon, { coupon: { ...coupon, used_by: 9 } }, 'badCoupon'],
      [
        'with no cash coupon worth less',
        guest,
        { cashCouponNo: 'K1' },
        { cash_coupon: { ...cashCoupon, amount: 799 } },
        'badCashCoupon',
      ],
      [
        'with one of both',
        guest,
        { ...withCoupon, cashCouponNo: 'K1' },
        { coupon, cash_coupon: cashCoupon },
        'badRequest',
      ],
    ] as const)('%s', (_case, starter, asked, known, expected) => {
      expect(quoted(starter, asked, known as Partial<StartFacts>)).toBe(expected);
    });

    it('not at all if the rule itself throws', () => {
      const facts_ = Object.defineProperty({ ...facts }, 'coupon', {
        get() {
          throw new TypeError('a defect');
        },
      });
      expect(() => quote(guest, withCoupon, facts_, { chair: free, price }, now)).toThrow('a defect');
    });
  });

  it.each([
    ['failed', 'deviceDidNotStart'],
    ['cancelled', 'paymentFailed'],
    ['pending', undefined],
    ['running', undefined],
    ['finished', undefined],
  ] as const)('whose order is %s is answered with %s', (status, problem) => {
    expect(problemOf(status)).toBe(problem);
  });
});
