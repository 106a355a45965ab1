import { type Currency, currencies } from '@recline/contract/money';

interface CurrencySearch {
  currency?: string;
}

/** The currency of an address; an unknown one is ignored. */
export const readCurrency = ({ currency }: CurrencySearch): Currency | undefined =>
  currencies.find((name) => name === currency);

/** Carries the chosen currency over to the next screen. */
export const keepCurrency = ({ currency }: CurrencySearch): CurrencySearch =>
  currency === undefined ? {} : { currency };
