import type { Stripe } from 'stripe';
import type { BillMovement, BillRow } from '../../port.ts';
import { calling } from './errors.ts';
import { currencyOf } from './money.ts';

const dayMs = 24 * 3600_000;
const paidTypes = new Set(['charge', 'payment']);
const refundTypes = new Set(['refund', 'payment_refund']);
/** A refund that failed later: its money is back with the merchant. */
const failedRefundTypes = new Set(['refund_failure']);

/** The movements of a UTC day; the file that is kept has one JSON object a line. Fees and payouts have no rows. */
export async function* bill(
  stripe: Stripe,
  day: string,
  keep: (chunk: Uint8Array) => Promise<void>,
): AsyncGenerator<BillRow> {
  const start = Date.parse(`${day}T00:00:00Z`);
  const created = { gte: start / 1000, lt: (start + dayMs) / 1000 };
  const moved = stripe.balanceTransactions.list({ created, limit: 100, expand: ['data.source'] });
  const items = moved[Symbol.asyncIterator]();
  for (let next = await calling(items.next()); !next.done; next = await calling(items.next())) {
    await keep(Buffer.from(`${JSON.stringify(next.value)}\n`));
    const row = rowOf(next.value);
    if (row) yield row;
  }
}

/**
 * Amount and currency are those of the payment or refund: the balance may be kept in another currency. The fee is told
 * where it is in the same one. Charges have the metadata of their payment; this is assumed, not confirmed.
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
  const currency = currencyOf(name);
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
