import { type Currency, isoCurrency } from '@recline/contract/money';
import { Stripe } from 'stripe';
import { Misconfigured, Refused, Retry } from '../provider.ts';

/** Refunds are taken from the balance, which may not have enough money yet. */
const retryCodes = new Set(['insufficient_funds', 'balance_insufficient', 'lock_timeout', 'idempotency_key_in_use']);

/**
 * Translates Stripe's errors into those of the provider interface. Its messages show no secret: keys are masked there.
 */
export function errorOf(error: unknown): Error {
  if (!(error instanceof Stripe.errors.StripeError)) return error as Error;
  const { code = error.type, statusCode } = error;
  const text = `Stripe answered ${statusCode ?? 'nothing'} ${code}: ${error.message.slice(0, 200)}`;
  if (statusCode === 401 || statusCode === 403) return new Misconfigured(text);
  return isFinal(error) ? new Refused(code, text) : new Retry(text);
}

/** Only a refusal from Stripe itself is final: a proxy's page or a failure leaves the outcome unknown. */
const isFinal = ({ code = '', statusCode = 0 }: InstanceType<typeof Stripe.errors.StripeError>): boolean =>
  statusCode >= 400 && statusCode < 500 && statusCode !== 429 && !retryCodes.has(code);

/** Runs a call to Stripe and translates its errors into those of the provider interface. */
export async function calling<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    throw errorOf(error);
  }
}

/** Stripe repeats its first answer to a key for a day, a failure included. */
export const isRepeatedFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  (error.statusCode ?? 0) >= 500 &&
  error.headers?.['idempotent-replayed'] === 'true';

// Currencies --------------------------------------------------------------------------------

/** Stripe writes ISO codes in lower case. Amounts are minor units there too. */
export const stripeCurrency = (currency: Currency): string => isoCurrency(currency).toLowerCase();
