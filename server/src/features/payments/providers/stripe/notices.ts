import type { Stripe } from 'stripe';
import type { Notice, PaymentState, RawNotice } from '../../port.ts';
import { headerOf } from '../shared/notice-header.ts';
import { keyOf, sessionState } from './payments.ts';
import { refundState } from './refunds.ts';
import type { StripeSettings } from './settings.ts';

/** Seconds by which the signature may be older than the arrival. */
const toleranceSeconds = 300;

export async function readNotice(stripe: Stripe, settings: StripeSettings, notice: RawNotice): Promise<Notice> {
  const { body, receivedAt } = notice;
  const header = headerOf(notice, 'stripe-signature') ?? '';
  const secret = settings.webhookSecret;
  try {
    return judge(
      stripe.webhooks.constructEvent(body, header, secret, toleranceSeconds, undefined, receivedAt.getTime()),
    );
  } catch (error) {
    return { kind: 'forged', why: (error as Error).message.split('\n')[0] ?? '' };
  }
}

function judge(event: Stripe.Event): Notice {
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
      }));
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return refundNotice(event.data.object);
    default:
      return { kind: 'ignored', why: `nothing is done about ${event.type}` };
  }
}

/** An account may sell other things: a session without our number is not ours. */
const sessionNotice = (
  session: Stripe.Checkout.Session,
  read: (session: Stripe.Checkout.Session) => PaymentState,
): Notice =>
  keyOf(session) ? { kind: 'payment', state: read(session) } : { kind: 'ignored', why: 'a session without our number' };

/** One that somebody made in the dashboard has no number of ours; the bill tells of it. */
function refundNotice(refund: Stripe.Refund): Notice {
  const key = refund.metadata?.key;
  return key
    ? { kind: 'refund', state: refundState(key, refund) }
    : { kind: 'ignored', why: 'a refund without our number' };
}
