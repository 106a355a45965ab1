export const currencies = ['CNY', 'RM', 'PHP'] as const;
export type Currency = (typeof currencies)[number];

/** An amount is a whole number of the currency's minor unit: fen, sen, sentimo. */
export const minorUnits = 100;

const marks: Record<Currency, string> = { CNY: '¥', RM: 'RM ', PHP: '₱' };

interface MoneyOptions {
  decimals?: boolean;
  /** The language of the text around it, which decides about points and commas. */
  language?: string;
}

/** ¥1,234.50, RM 1,234.50, ₱1,234.50; in Indonesian ¥1.234,50. */
export function formatMoney(amount: number, currency: Currency, options: MoneyOptions = {}): string {
  const digits = options.decimals === false ? 0 : 2;
  const number = new Intl.NumberFormat(options.language ?? 'en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(Math.abs(amount) / minorUnits);
  return `${amount < 0 ? '−' : ''}${marks[currency]}${number}`;
}
