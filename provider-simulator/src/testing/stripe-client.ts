import Stripe from 'stripe';
import type { Providers } from '../simulator.ts';

/** The official package, pointed at the simulator; it does not repeat calls by itself. */
export function stripeClient({ keys, url }: Providers, key = keys.stripe.secretKey): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
}
