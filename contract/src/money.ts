export const currencies = ['CNY', 'RM', 'PHP'] as const;
export type Currency = (typeof currencies)[number];

/** An amount is a whole number of the currency's minor unit: fen, sen, sentimo. */
export const minorUnits = 100;

const marks: Record<Currency, string> = { CNY: '¥', RM: 'RM ', PHP: '₱' };

const formats = new Map<string, Intl.NumberFormat>();

/** Kept, because making one is slow. */
function numberFormat(language: string, digits: number): Intl.NumberFormat {
  const key = `${language} ${digits}`;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const format = formats.get(key) ?? new Intl.NumberFormat(language, options);
  formats.set(key, format);
  return format;
}

interface MoneyOptions {
  decimals?: boolean;
  /** The language of the text around it, which decides about points and commas. */
  language?: string;
}

/** ¥1,234.50, RM 1,234.50, ₱1,234.50; in Indonesian ¥1.234,50. */
export function formatMoney(amount: number, currency: Currency, options: MoneyOptions = {}): string {
  const format = numberFormat(options.language ?? 'en-US', options.decimals === false ? 0 : 2);
  const number = format.format(Math.abs(amount) / minorUnits);
  return `${amount < 0 ? '−' : ''}${marks[currency]}${number}`;
}
