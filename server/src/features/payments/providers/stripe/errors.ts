import { Stripe } from 'stripe';
import { Misconfigured, Refused, Retry } from '../../port.ts';

/** Refunds are taken from the balance, which may not have the money yet. */
const retryCodes = new Set(['insufficient_funds', 'balance_insufficient', 'lock_timeout', 'idempotency_key_in_use']);
export const missingCode = 'resource_missing';

/** Stripe's errors in the terms of the port. Its messages show no secret: keys are masked there. */
export function errorOf(error: unknown): Error {
  if (!(error instanceof Stripe.errors.StripeError)) return error as Error;
  const { code = error.type, statusCode = 0 } = error;
  const text = `Stripe answered ${statusCode} ${code}: ${error.message.slice(0, 200)}`;
  if (retryCodes.has(code) || statusCode === 429 || statusCode >= 500) return new Retry(text);
  if (error instanceof Stripe.errors.StripeConnectionError) return new Retry(`no answer from Stripe: ${error.message}`);
  if (statusCode === 401 || statusCode === 403) return new Misconfigured(text);
  return new Refused(code, text);
}

/** Runs a call to Stripe with its errors in the terms of the port. */
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
