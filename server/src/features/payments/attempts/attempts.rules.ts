import type { BrowserKind } from '@recline/contract/browser-kind';
import type { Currency } from '@recline/contract/money';
import type { PaymentState, ProviderFacts } from '../providers/provider.ts';

/** The currency and the browser of a payment. */
export interface Occasion {
  currency: Currency;
  browser: BrowserKind;
}

/** The providers that can be used there. In a wallet's own browser that wallet is first. */
export function offered<P extends ProviderFacts>(providers: readonly P[], { currency, browser }: Occasion): P[] {
  const usable = providers.filter((each) => each.currencies.includes(currency) && each.browsers.includes(browser));
  return [...usable.filter(({ name }) => name === browser), ...usable.filter(({ name }) => name !== browser)];
}

/**
 * Whether a provider's report is about a payment that we requested: its number cannot be written by a payer, and its
 * provider's id is the one that prepay returned. Once it is paid, the provider's id of the payment replaces that id.
 * Without a stored id (the answer was lost, or the provider has none) the number, which has a secret part, is the
 * proof.
 */
export function isProven(attempt: { provider_ref: string | null }, state: PaymentState): boolean {
  if (state.status === 'paid' && state.claimed) return false;
  const { provider_ref: known } = attempt;
  return known === null || state.session === undefined || state.session === known || state.ref === known;
}
