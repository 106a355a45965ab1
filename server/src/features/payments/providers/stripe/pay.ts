import { baseOf, type Language, tagOf } from '@recline/contract/languages';
import { currencyOfIso } from '@recline/contract/money';
import type { Stripe } from 'stripe';
import {
  AlreadyPaid,
  type PaymentId,
  type PaymentState,
  type Prepaid,
  type PrepayRequest,
  Refused,
} from '../provider.ts';
import { calling, errorOf, isRepeatedFailure, stripeCurrency } from './api.ts';

/** Stripe's page lives at least 30 minutes; one minute is added so that a delayed request is still valid. */
const shortestMs = 31 * 60_000;
type StripeLocale = Stripe.Checkout.SessionCreateParams.Locale;
const localeOf = (language: Language) => baseOf(tagOf(language)) as StripeLocale;

/**
 * The same request has the same parameters, and the number as idempotency key: it gets the same session. The session
 * outlives the order; it is closed by a call, and money that arrives later is refunded.
 */
export async function prepay(stripe: Stripe, request: PrepayRequest): Promise<Prepaid> {
  const until = new Date(request.until.getTime() + shortestMs);
  const created = stripe.checkout.sessions.create(paramsOf(request, until), { idempotencyKey: `pay_${request.key}` });
  const { id, url, status } = await created.catch((error) => {
    // Nobody has seen that session's address, so a new attempt may replace it.
    throw isRepeatedFailure(error) ? new Refused('repeated_failure') : errorOf(error);
  });
  if (!url) throw status === 'complete' ? new AlreadyPaid(id) : new Refused('no_url', 'the session is over already');
  return { ref: id, way: { kind: 'redirect', url }, wayUntil: request.until, until };
}

function paramsOf(request: PrepayRequest, until: Date): Stripe.Checkout.SessionCreateParams {
  const { key, amount, currency, description } = request;
  const price_data = { currency: stripeCurrency(currency), unit_amount: amount, product_data: { name: description } };
  return {
    mode: 'payment',
    line_items: [{ quantity: 1, price_data }],
    metadata: { key },
    payment_intent_data: { metadata: { key } },
    success_url: request.returnUrl,
    cancel_url: request.cancelUrl,
    expires_at: Math.floor(until.getTime() / 1000),
    locale: localeOf(request.language),
  };
}

/** Without Stripe's id, nobody has an address at which to pay. */
export async function query(stripe: Stripe, { key, ref }: PaymentId): Promise<PaymentState> {
  if (ref === undefined) return { status: 'none', key };
  if (ref.startsWith('pi_')) return intentState(key, await calling(stripe.paymentIntents.retrieve(ref)));
  const session = await calling(stripe.checkout.sessions.retrieve(ref, { expand: ['payment_intent'] }));
  return sessionState(session);
}

/** A session that is no longer open was paid or has expired; the query tells which. */
export async function close(stripe: Stripe, payment: PaymentId): Promise<PaymentState> {
  if (!payment.ref?.startsWith('cs_')) return query(stripe, payment);
  try {
    return sessionState(await calling(stripe.checkout.sessions.expire(payment.ref)));
  } catch (error) {
    if (error instanceof Refused) return query(stripe, payment);
    throw error;
  }
}

/** Our number. Only the metadata count: a buyer can write `client_reference_id` into the address of a payment link. */
export const keyOf = (session: Stripe.Checkout.Session): string | undefined => session.metadata?.key;

export function sessionState(session: Stripe.Checkout.Session): PaymentState {
  const { id, status, payment_status, payment_intent: intent } = session;
  const key = keyOf(session) ?? '';
  if (payment_status === 'paid')
    return { ...paidState(key, intent, session.amount_total, session.currency), session: id };
  if (status === 'expired') return { status: 'dead', key, ref: id, session: id };
  const isFailed = status === 'complete' && intent !== null && typeof intent !== 'string' && hasFailed(intent);
  return { status: isFailed ? 'dead' : 'open', key, ref: id, session: id };
}

function intentState(key: string, intent: Stripe.PaymentIntent): PaymentState {
  if (intent.status === 'succeeded') return paidState(key, intent, intent.amount_received, intent.currency);
  return { status: intent.status === 'canceled' ? 'dead' : 'open', key, ref: intent.id };
}

/** The session is complete, but the bank refused afterwards, and the payer cannot retry in it. */
const hasFailed = ({ status }: Stripe.PaymentIntent): boolean =>
  status === 'canceled' || status === 'requires_payment_method';

type Intent = string | Stripe.PaymentIntent | null;

export function paidState(
  key: string,
  intent: Intent,
  amount: number | null,
  name: string | null,
): Extract<PaymentState, { status: 'paid' }> {
  const currency = currencyOfIso(name ?? '');
  const ref = typeof intent === 'string' ? intent : intent?.id;
  if (!currency || amount === null || !ref) throw new Error('a paid session without its payment, amount or currency');
  return { status: 'paid', key, ref, amount, currency };
}
