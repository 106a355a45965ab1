import { minorUnits } from '@recline/contract/money';

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
