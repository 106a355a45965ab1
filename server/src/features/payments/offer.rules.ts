import type { BrowserKind } from '@recline/contract/browser-kind';
import type { Currency } from '@recline/contract/money';
import type { ProviderFacts } from './port.ts';

/** Where and what somebody wants to pay. */
export interface Occasion {
  currency: Currency;
  browser: BrowserKind;
}

/** The providers that can be used there, the wallet whose browser it is first. */
export function offered<P extends ProviderFacts>(providers: readonly P[], { currency, browser }: Occasion): P[] {
  const usable = providers.filter((each) => each.currencies.includes(currency) && each.browsers.includes(browser));
  return [...usable.filter(({ name }) => name === browser), ...usable.filter(({ name }) => name !== browser)];
}
