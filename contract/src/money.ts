import { type Language, separatorsOf } from './languages.ts';

/** All currencies. A new one is a line here, and a migration of the domain `currency`. Intl knows what people call it. */
const currencyFacts = {
  CNY: { mark: '¥', iso: 'CNY' },
  RM: { mark: 'RM ', iso: 'MYR' },
  PHP: { mark: '₱', iso: 'PHP' },
} as const;
export type Currency = keyof typeof currencyFacts;

/** The first is the default. */
export const currencies = Object.keys(currencyFacts) as [Currency, ...Currency[]];

/** The name of a currency in ISO 4217. */
export const isoCurrency = (currency: Currency): string => currencyFacts[currency].iso;
export const currencyOfIso = (iso: string): Currency | undefined =>
  currencies.find((currency) => currencyFacts[currency].iso === iso.toUpperCase());

/** Every currency of ours has two decimals. An amount is a whole number of its minor unit: fen, sen, sentimo. */
const decimals = 2;
export const minorUnits = 10 ** decimals;

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
  const [thousands, decimal] = separatorsOf(options.language ?? 'en_US');
  const [whole = '', part] = (Math.abs(amount) / minorUnits)
    .toFixed(options.decimals === false ? 0 : decimals)
    .split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thousands);
  return `${amount < 0 ? '−' : ''}${currencyFacts[currency].mark}${grouped}${part ? decimal + part : ''}`;
}
