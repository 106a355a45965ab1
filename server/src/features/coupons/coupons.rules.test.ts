import { describe, expect, it } from 'vitest';
import { type CouponValue, makeNumbers, requireConsistent, requireFuture } from './coupons.rules.ts';

describe('the value of a coupon', () => {
  it.each<CouponValue>([
    { property: 'free' },
    { property: 'discount', percentOff: 20 },
    { property: 'amount_off', amountOff: 500, currency: 'CNY' },
  ])('%j is accepted', (worth) => {
    expect(() => requireConsistent(worth)).not.toThrow();
  });

  it.each<[CouponValue, string]>([
    [{ property: 'free', percentOff: 20 }, 'couponPercentMismatch'],
    [{ property: 'discount' }, 'couponPercentMismatch'],
    [{ property: 'free', amountOff: 500 }, 'couponAmountMismatch'],
    [{ property: 'free', currency: 'CNY' }, 'couponAmountMismatch'],
    [{ property: 'free', amountOff: 500, currency: 'CNY' }, 'couponAmountMismatch'],
    [{ property: 'discount', percentOff: 20, currency: 'CNY' }, 'couponAmountMismatch'],
    [{ property: 'amount_off', amountOff: 500 }, 'couponAmountMismatch'],
    [{ property: 'amount_off', currency: 'CNY' }, 'couponAmountMismatch'],
    [{ property: 'amount_off' }, 'couponAmountMismatch'],
  ])('%j is refused: %s', (worth, problem) => {
    expect(() => requireConsistent(worth)).toThrow(problem);
  });
});

describe('an expiry', () => {
  const now = new Date('2026-11-15T12:00:00Z');
  it.each([
    ['2026-11-15T12:00:00.001Z', false],
    ['2026-11-15T12:00:00Z', true],
    ['2026-11-15T11:59:59Z', true],
  ])('%s is in the past: %s', (at, refused) => {
    const check = () => requireFuture(new Date(at), now);
    if (refused) expect(check).toThrow('expiryInPast');
    else expect(check).not.toThrow();
  });
});

describe('coupon numbers', () => {
  it('are distinct and have 14 digits, the first of which a spreadsheet keeps', () => {
    const numbers = makeNumbers(1_000);
    expect(new Set(numbers).size).toBe(1_000);
    for (const number of numbers) expect(number).toMatch(/^[1-9]\d{13}$/);
  });
});
