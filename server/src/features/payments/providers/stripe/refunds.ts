import type { Stripe } from 'stripe';
import { type RefundId, type RefundRequest, type RefundState, Refused } from '../provider.ts';
import { calling } from './api.ts';

/**
 * Stripe may forget an idempotency key after 24 hours, and the same key then makes a second refund. So the payment's
 * refunds are searched for our number first. While Stripe repeats a failure for a key, we wait: a second key could move
 * the money twice.
 */
export async function refund(stripe: Stripe, request: RefundRequest): Promise<RefundState> {
  const { key, amount, payment } = request;
  const known = await find(stripe, request);
  if (known) return refundState(key, known);
  const params = { payment_intent: payment.ref, amount, metadata: { key } };
  try {
    return refundState(key, await calling(stripe.refunds.create(params, { idempotencyKey: `refund_${key}` })));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { status: 'failed', key, why: error.message, staff: true };
  }
}

export async function queryRefund(stripe: Stripe, id: RefundId): Promise<RefundState> {
  const found = id.ref ? await calling(stripe.refunds.retrieve(id.ref)) : await find(stripe, id);
  return found ? refundState(id.key, found) : { status: 'none', key: id.key };
}

async function find(stripe: Stripe, { payment, key }: RefundId): Promise<Stripe.Refund | undefined> {
  const all = stripe.refunds.list({ payment_intent: payment.ref, limit: 100 });
  return calling(first(all, (refund) => refund.metadata?.key === key));
}

async function first<Item>(items: AsyncIterable<Item>, fits: (item: Item) => boolean): Promise<Item | undefined> {
  for await (const item of items) if (fits(item)) return item;
  return undefined;
}

const states: Record<string, RefundState['status']> = {
  succeeded: 'done',
  pending: 'pending',
  requires_action: 'pending', // Stripe asks the payer where to send the money
  failed: 'failed',
  canceled: 'failed',
};

export function refundState(key: string, { id, status, amount, failure_reason }: Stripe.Refund): RefundState {
  const state = { status: states[status ?? ''] ?? 'pending', key, ref: id, amount };
  if (state.status !== 'failed') return state;
  return { ...state, staff: true, why: `Stripe could not refund: ${failure_reason ?? status}` };
}
