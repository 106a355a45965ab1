import { currencyOfIso } from '@recline/contract/money';
import type { Stripe } from 'stripe';
import type { BillMovement, BillRow } from '../provider.ts';
import { linesOf } from '../shared/bill-lines.ts';
import { calling } from './api.ts';

const dayMs = 24 * 3600_000;
const paidTypes = new Set(['charge', 'payment']);
const refundTypes = new Set(['refund', 'payment_refund']);
/** A refund that failed later: its money was returned to the merchant. */
const failedRefundTypes = new Set(['refund_failure']);

/** The balance transactions of a UTC day, one JSON object per line. */
export async function* bill(stripe: Stripe, day: string): AsyncGenerator<Uint8Array> {
  const start = Date.parse(`${day}T00:00:00Z`);
  const created = { gte: start / 1000, lt: (start + dayMs) / 1000 };
  const moved = stripe.balanceTransactions.list({ created, limit: 100, expand: ['data.source'] });
  const items = moved[Symbol.asyncIterator]();
  for (let next = await calling(items.next()); !next.done; next = await calling(items.next()))
    yield Buffer.from(`${JSON.stringify(next.value)}\n`);
}

/** Fees and payouts have no rows. */
export async function* billRows(content: AsyncIterable<Uint8Array>): AsyncGenerator<BillRow> {
  for await (const line of linesOf(content, 'utf-8')) {
    const row = rowOf(JSON.parse(line) as Stripe.BalanceTransaction);
    if (row) yield row;
  }
}

/**
 * Amount and currency are those of the payment or refund: the balance may be kept in another currency. The fee is given
 * if it is in the same one. Charges have the metadata of their payment; this is assumed, not confirmed.
 */
function rowOf({
  type,
  source,
  currency: balanceCurrency,
  fee,
  created,
}: Stripe.BalanceTransaction): BillRow | undefined {
  const isRefund = refundTypes.has(type) || failedRefundTypes.has(type);
  if ((!isRefund && !paidTypes.has(type)) || source === null || typeof source === 'string') return undefined;
  const { id, amount, currency: name, metadata, payment_intent } = source as Stripe.Charge | Stripe.Refund;
  const currency = currencyOfIso(name);
  if (!currency) return undefined; // another business of the same account
  const intent = typeof payment_intent === 'string' ? payment_intent : (payment_intent?.id ?? id);
  const movement: BillMovement = {
    kind: isRefund ? 'refunded' : 'paid',
    key: metadata?.key ?? null,
    ref: isRefund ? id : intent,
    ...(isRefund && { paymentRef: intent }),
    amount: failedRefundTypes.has(type) ? -amount : amount,
    currency,
    at: new Date(created * 1000),
  };
  return balanceCurrency === name ? { ...movement, fee } : movement;
}
