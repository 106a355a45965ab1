import { type SettingsSource, settingsOf } from '../settings.ts';

const defaultApiUrl = 'https://api.stripe.com';

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  apiUrl: URL;
}

export function stripeSettings(source: SettingsSource): StripeSettings {
  const settings = settingsOf(source);
  const secretKey = settings.text('STRIPE_SECRET_KEY', /^[sr]k_\w+$/, 'a secret or restricted key, sk_… or rk_…');
  const webhookSecret = settings.text('STRIPE_WEBHOOK_SECRET', /^whsec_\S+$/, 'the secret of the webhook, whsec_…');
  const apiUrl = settings.url('STRIPE_API_URL', defaultApiUrl);
  if (apiUrl && new URL(apiUrl).pathname !== '/') settings.wrong('STRIPE_API_URL', 'must be an address without a path');
  settings.check();
  return { secretKey, webhookSecret, apiUrl: new URL(apiUrl) };
}
