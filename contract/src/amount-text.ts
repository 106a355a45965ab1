import { minorUnits } from './money.ts';

/** An amount in minor units as a person types it: 1500 is 15.00. */
export const minorToText = (amount: number): string => (amount / minorUnits).toFixed(2);

/** The minor units of a typed amount with up to two decimals, by point or comma; null for anything else. */
export function readAmount(text: string): number | null {
  const [, whole, decimals = ''] = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? [];
  return whole === undefined ? null : Number(whole) * minorUnits + Number(decimals.padEnd(2, '0'));
}
