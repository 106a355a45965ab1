import type { Language } from './languages.ts';

export const currencies = ['CNY', 'RM', 'PHP'] as const;
export type Currency = (typeof currencies)[number];

/** An amount is a whole number of the currency's minor unit: fen, sen, sentimo. */
export const minorUnits = 100;

const marks: Record<Currency, string> = { CNY: '¥', RM: 'RM ', PHP: '₱' };

/** Between thousands, and before the decimals. */
const separators = { zh_CN: [',', '.'], en_US: [',', '.'], id_ID: ['.', ','] } as const satisfies Record<
  Language,
  unknown
>;

interface MoneyOptions {
  decimals?: boolean;
  /** The language of the text around it, which decides about points and commas. */
  language?: Language;
}

/**
 * ¥1,234.50, RM 1,234.50, ₱1,234.50; in Indonesian ¥1.234,50. Without Intl: its first formatter takes a slow phone a
 * tenth of a second, and the text that the server renders has to be the browser's.
 */
export function formatMoney(amount: number, currency: Currency, options: MoneyOptions = {}): string {
  const [thousands, decimal] = separators[options.language ?? 'en_US'];
  const [whole = '', part] = (Math.abs(amount) / minorUnits).toFixed(options.decimals === false ? 0 : 2).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thousands);
  return `${amount < 0 ? '−' : ''}${marks[currency]}${grouped}${part ? decimal + part : ''}`;
}
