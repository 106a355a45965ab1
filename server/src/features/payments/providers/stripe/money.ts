import type { Currency } from '@recline/contract/money';

/** Stripe's names of our currencies. Amounts are minor units there too. */
const names: Record<Currency, string> = { CNY: 'cny', RM: 'myr', PHP: 'php' };

export const stripeCurrency = (currency: Currency): string => names[currency];

export function currencyOf(name: string): Currency | undefined {
  const found = Object.entries(names).find(([, stripe]) => stripe === name);
  return found?.[0] as Currency | undefined;
}
