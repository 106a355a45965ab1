import type { BillRow } from '../core/bills.ts';
import type { Intent, Refund, Session, StripeState } from './state.ts';

/** Stripe's objects as its API shows them. Related objects are ids unless expanded. */

const seconds = (ms: number): number => Math.floor(ms / 1000);

export const showSession = (session: Session, url: string) => ({
  id: session.id,
  object: 'checkout.session',
  amount_subtotal: session.amount,
  amount_total: session.amount,
  cancel_url: session.cancelUrl,
  client_reference_id: session.clientReference,
  created: seconds(session.createdAt),
  currency: session.currency,
  expires_at: seconds(session.expiresAt),
  livemode: false,
  locale: session.locale,
  metadata: session.metadata,
  mode: 'payment',
  payment_intent: session.intent,
  payment_status: session.paymentStatus,
  status: session.status,
  success_url: session.successUrl,
  url: session.status === 'open' ? url : null,
});

export const showIntent = (intent: Intent) => ({
  id: intent.id,
  object: 'payment_intent',
  amount: intent.amount,
  amount_received: intent.status === 'succeeded' ? intent.amount : 0,
  created: seconds(intent.createdAt),
  currency: intent.currency,
  latest_charge: intent.status === 'succeeded' ? intent.charge : null,
  livemode: false,
  metadata: intent.metadata,
  status: intent.status,
});

export function showCharge(intent: Intent, state: StripeState) {
  const refunded = refundedOf(intent, state);
  return {
    id: intent.charge,
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: refunded,
    balance_transaction: `txn_${intent.charge}`,
    created: seconds(intent.paidAt ?? intent.createdAt),
    currency: intent.currency,
    livemode: false,
    metadata: intent.metadata,
    paid: true,
    payment_intent: intent.id,
    refunded: refunded === intent.amount,
    status: 'succeeded',
  };
}

export const showRefund = (refund: Refund, state: StripeState) => ({
  id: refund.id,
  object: 'refund',
  amount: refund.amount,
  balance_transaction: `txn_${refund.id}`,
  charge: state.intents[refund.intent]?.charge ?? null,
  created: seconds(refund.createdAt),
  currency: state.intents[refund.intent]?.currency,
  metadata: refund.metadata,
  payment_intent: refund.intent,
  reason: refund.reason,
  status: refund.status,
  ...(refund.failureReason ? { failure_reason: refund.failureReason } : {}),
});

/** A row of the bill as a balance transaction. */
export function showMovement({ kind, failed, ref, refundRef, amount, currency, fee, at }: BillRow) {
  const type = failed ? 'refund_failure' : kind === 'paid' ? 'charge' : 'refund';
  const signed = type === 'refund' ? -amount : amount;
  return {
    id: `txn_${failed ? 'failed_' : ''}${refundRef ?? ref}`,
    object: 'balance_transaction',
    amount: signed,
    available_on: seconds(at),
    created: seconds(at),
    currency,
    exchange_rate: null,
    fee,
    net: signed - fee,
    reporting_category: type,
    source: refundRef ?? ref,
    status: 'available',
    type,
  };
}

export const refundedOf = (intent: Intent, { refunds }: StripeState): number =>
  Object.values(refunds)
    .filter((refund) => refund.intent === intent.id && refund.status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0);

/** The object with this id, for a field that is expanded; the id itself where there is none. */
export function objectOf(id: string, state: StripeState): unknown {
  const intent = Object.values(state.intents).find((each) => each.id === id || each.charge === id);
  const refund = state.refunds[id];
  if (intent) return intent.id === id ? showIntent(intent) : showCharge(intent, state);
  return refund ? showRefund(refund, state) : id;
}

/** Replaces ids by objects along a path such as `data.source` or `payment_intent.latest_charge`. */
export function expand(object: unknown, path: string[], state: StripeState): unknown {
  const [name, ...rest] = path;
  if (name === undefined || typeof object !== 'object' || object === null) return object;
  if (Array.isArray(object)) return object.map((each) => expand(each, path, state));
  const value = (object as Record<string, unknown>)[name];
  const found = typeof value === 'string' ? objectOf(value, state) : value;
  return { ...object, [name]: expand(found, rest, state) };
}
