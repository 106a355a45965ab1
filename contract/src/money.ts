export const currencies = ['CNY', 'RM', 'PHP'] as const;
export type Currency = (typeof currencies)[number];

/** An amount is a whole number of the currency's minor unit: fen, sen, sentimo. */
export const minorUnits = 100;

const marks: Record<Currency, string> = { CNY: '¥', RM: 'RM ', PHP: '₱' };

const formats = new Map<number, Intl.NumberFormat>();

/** Kept, because making one is slow. */
function numberFormat(digits: number): Intl.NumberFormat {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const format = formats.get(digits) ?? new Intl.NumberFormat('en-US', options);
  formats.set(digits, format);
  return format;
}

/** As people there write it: ¥1,234.50, RM 1,234.50, ₱1,234.50. */
export function formatMoney(amount: number, currency: Currency, options: { decimals?: boolean } = {}): string {
  const number = numberFormat(options.decimals === false ? 0 : 2).format(Math.abs(amount) / minorUnits);
  return `${amount < 0 ? '−' : ''}${marks[currency]}${number}`;
}
