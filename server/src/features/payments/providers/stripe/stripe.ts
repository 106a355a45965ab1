import { currencies } from '@recline/contract/money';
import { Stripe } from 'stripe';
import { phrases } from '../../../../locales/index.ts';
import type { ProviderDeps, ProviderModule } from '../module.ts';
import type { PaymentProvider, ProviderFacts } from '../provider.ts';
import { callTimeoutMs } from '../shared/http.ts';
import { calling } from './api.ts';
import { bill, billRows } from './bill.ts';
import { readNotice } from './notices.ts';
import { close, prepay, query } from './pay.ts';
import { queryRefund, refund } from './refunds.ts';
import { type StripeSettings, stripeSettings } from './settings.ts';

/** Its page opens in any browser. Balance transactions are listed by UTC day, without delay. */
const facts: ProviderFacts = {
  name: 'stripe',
  label: (language) => phrases[language].card('Stripe'),
  currencies,
  countries: ['MY', 'SG', 'HK', 'US', 'GB'],
  browsers: ['wechat', 'alipay', 'other'],
  bills: { offsetMinutes: 0, readyAfterMinutes: 60 },
};

/** Stripe's hosted page (Checkout), through its own package. */
export function makeStripe({ settings: source, fetch }: Pick<ProviderDeps, 'settings' | 'fetch'>): {
  provider: PaymentProvider;
} {
  const settings = stripeSettings(source);
  const client = clientOf(settings, fetch);
  return {
    provider: {
      ...facts,
      prepay: (request) => prepay(client, request),
      readNotice: (notice) => readNotice(client, settings, notice),
      answer: (taken) => ({ status: taken ? 200 : 500, type: 'text/plain', body: '' }),
      query: (payment) => query(client, payment),
      close: (payment) => close(client, payment),
      refund: (request) => refund(client, request),
      queryRefund: (id) => queryRefund(client, id),
      bill: (day) => bill(client, day),
      readBill: billRows,
      check: () => check(client, settings),
    },
  };
}

/** Our callers retry with the same idempotency key, so the package must not. */
const clientOf = ({ secretKey, apiUrl }: StripeSettings, fetch: typeof globalThis.fetch): Stripe =>
  new Stripe(secretKey, {
    host: apiUrl.hostname,
    port: apiUrl.port || (apiUrl.protocol === 'https:' ? 443 : 80),
    protocol: apiUrl.protocol === 'https:' ? 'https' : 'http',
    httpClient: Stripe.createFetchHttpClient(fetch),
    timeout: callTimeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
  });

/** The secret of the webhook is tested only by the first notice. */
async function check(stripe: Stripe, { apiUrl, secretKey }: StripeSettings): Promise<string[]> {
  await calling(stripe.checkout.sessions.list({ limit: 1 }));
  const mode = /^.k_test_/.test(secretKey) ? 'test mode' : 'live mode';
  return [
    `API ${apiUrl.origin}, ${mode}, version ${Stripe.API_VERSION}`,
    'a list of sessions was answered: the key is accepted',
    'STRIPE_WEBHOOK_SECRET is tried by the first notice: send a test event from the dashboard',
  ];
}

export const stripe: ProviderModule = { facts, make: makeStripe };
