import { randomInt } from 'node:crypto';
import type { CouponProperty } from '@recline/contract/dictionary';
import type { Currency } from '@recline/contract/money';
import { refuse } from '../../platform/admin.ts';

/** The value of a coupon. */
export interface CouponValue {
  property: CouponProperty;
  /** With `discount`. */
  percentOff?: number | undefined;
  /** With `amount_off`. */
  amountOff?: number | undefined;
  currency?: Currency | undefined;
}

/** Exactly one kind of value must be given. */
export function requireConsistent({ property, percentOff, amountOff, currency }: CouponValue): void {
  if ((property === 'discount') !== (percentOff !== undefined)) throw refuse('couponPercentMismatch');
  const hasAmount = amountOff !== undefined && currency !== undefined;
  const hasNone = amountOff === undefined && currency === undefined;
  if (property === 'amount_off' ? !hasAmount : !hasNone) throw refuse('couponAmountMismatch');
}

export function requireFuture(expiresAt: Date, now: Date): void {
  if (expiresAt <= now) throw refuse('expiryInPast');
}

// Digits only: they are read aloud and typed in on any keyboard. The first is no zero: a spreadsheet would drop it.
const digits = 14;

export function makeNumbers(count: number): string[] {
  const numbers = new Set<string>();
  while (numbers.size < count) numbers.add(String(randomInt(10 ** (digits - 1), 10 ** digits)));
  return [...numbers];
}
