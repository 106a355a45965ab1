import { minorUnits } from '@recline/contract/money';

/** How WeChat Pay and Alipay write times and amounts. */

/** China has one zone without daylight saving time. WeChat Pay and Alipay write every time in it. */
const offsetMs = 8 * 3600_000;

/** `2026-11-15 13:29:35`, in Beijing. */
export const beijingTime = (at: Date): string =>
  new Date(at.getTime() + offsetMs).toISOString().slice(0, 19).replace('T', ' ');

/** `2026-11-15T13:29:35+08:00`. */
export const beijingRfc3339 = (at: Date): string => `${beijingTime(at).replace(' ', 'T')}+08:00`;

/** The calendar day in Beijing, some days later. */
export const beijingDay = (at: Date, days = 0): string =>
  beijingTime(new Date(at.getTime() + days * 24 * 3600_000)).slice(0, 10);

/** Reads `2026-11-15 13:29:35`; undefined if it is not a time. */
export function fromBeijingTime(text: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.test(text)) return undefined;
  const at = new Date(`${text.slice(0, 19).replace(' ', 'T')}+08:00`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** An amount as Alipay and the bills write it: yuan with two decimals. Integers only, so that nothing is rounded. */
export const yuanOf = (fen: number): string =>
  `${Math.trunc(fen / minorUnits)}.${String(fen % minorUnits).padStart(2, '0')}`;

/** The fen of an amount in yuan, or undefined if it is not one: more than two decimals are refused, not rounded. */
export function fenOf(yuan: string): number | undefined {
  const parts = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(yuan);
  if (!parts) return undefined;
  const [, minus, whole, decimals = ''] = parts;
  const fen = Number(whole) * minorUnits + Number(decimals.padEnd(2, '0'));
  return minus && fen !== 0 ? -fen : fen;
}
