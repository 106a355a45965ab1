import { Stripe } from 'stripe';
import type { PaymentProvider } from '../../port.ts';
import type { ProviderDeps } from '../index.ts';
import { callTimeoutMs } from '../shared/http.ts';
import { bill } from './bill.ts';
import { calling } from './errors.ts';
import { stripeFacts } from './facts.ts';
import { readNotice } from './notices.ts';
import { close, prepay, query } from './payments.ts';
import { queryRefund, refund } from './refunds.ts';
import { type StripeSettings, stripeSettings } from './settings.ts';

/** Stripe's hosted page (Checkout), through its own package. */
export function makeStripe({ settings: source, fetch }: Pick<ProviderDeps, 'settings' | 'fetch'>): {
  provider: PaymentProvider;
} {
  const settings = stripeSettings(source);
  const stripe = clientOf(settings, fetch);
  return {
    provider: {
      ...stripeFacts,
      prepay: (request) => prepay(stripe, request),
      readNotice: (notice) => readNotice(stripe, settings, notice),
      answer: (taken) => ({ status: taken ? 200 : 500, type: 'text/plain', body: '' }),
      query: (payment) => query(stripe, payment),
      close: (payment) => close(stripe, payment),
      refund: (request) => refund(stripe, request),
      queryRefund: (id) => queryRefund(stripe, id),
      bill: (day, keep) => bill(stripe, day, keep),
      check: () => check(stripe, settings),
    },
  };
}

/** A call is repeated by whoever needs its outcome, with the same idempotency key: not by the package. */
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

/** The secret of the webhook is tried by the first notice only. */
async function check(stripe: Stripe, { apiUrl, secretKey }: StripeSettings): Promise<string[]> {
  await calling(stripe.checkout.sessions.list({ limit: 1 }));
  const mode = /^.k_test_/.test(secretKey) ? 'test mode' : 'live mode';
  return [
    `API ${apiUrl.origin}, ${mode}, version ${Stripe.API_VERSION}`,
    'a list of sessions was answered: the key is accepted',
    'STRIPE_WEBHOOK_SECRET is tried by the first notice: send a test event from the dashboard',
  ];
}
