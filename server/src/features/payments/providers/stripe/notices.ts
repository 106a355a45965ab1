import type { Stripe } from 'stripe';
import { headerOf, type Notice, type PaymentState, type RawNotice } from '../provider.ts';
import { keyOf, paidState, sessionState } from './pay.ts';
import { refundState } from './refunds.ts';
import type { StripeSettings } from './settings.ts';

/** Maximum age of a signature at arrival, in seconds. */
const toleranceSeconds = 300;

export async function readNotice(stripe: Stripe, settings: StripeSettings, notice: RawNotice): Promise<Notice> {
  const { body, receivedAt } = notice;
  const header = headerOf(notice, 'stripe-signature') ?? '';
  const secret = settings.webhookSecret;
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(body, header, secret, toleranceSeconds, undefined, receivedAt.getTime());
  } catch (error) {
    return { kind: 'forged', why: (error as Error).message.split('\n')[0] ?? '' };
  }
  return meaningOf(event);
}

/** Interprets a genuine event. An account may sell other things, so events that we cannot parse are not ours. */
function meaningOf(event: Stripe.Event): Notice {
  try {
    return eventNotice(event);
  } catch (error) {
    return { kind: 'ignored', why: `not one of ours: ${(error as Error).message}` };
  }
}

function eventNotice(event: Stripe.Event): Notice {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return sessionNotice(event.data.object, sessionState);
    case 'checkout.session.async_payment_failed':
      return sessionNotice(event.data.object, (session) => ({
        status: 'dead',
        key: keyOf(session) ?? '',
        ref: session.id,
        session: session.id,
      }));
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return refundNotice(event.data.object);
    default:
      return { kind: 'ignored', why: `nothing is done about ${event.type}` };
  }
}

function sessionNotice(
  session: Stripe.Checkout.Session,
  read: (session: Stripe.Checkout.Session) => PaymentState,
): Notice {
  if (keyOf(session)) return { kind: 'payment', state: read(session) };
  const { client_reference_id: claimed, payment_status, payment_intent, amount_total, currency } = session;
  if (!claimed || payment_status !== 'paid') return { kind: 'ignored', why: 'a session without our number' };
  return {
    kind: 'payment',
    state: { ...paidState(claimed, payment_intent, amount_total, currency), session: session.id, claimed: true },
  };
}

/** One made in the dashboard has no number of ours; the bill reports it. */
function refundNotice(refund: Stripe.Refund): Notice {
  const key = refund.metadata?.key;
  return key
    ? { kind: 'refund', state: refundState(key, refund) }
    : { kind: 'ignored', why: 'a refund without our number' };
}
