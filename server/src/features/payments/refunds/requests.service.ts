import type { Currency } from '@recline/contract/money';
import type { Db } from '../../../platform/db.ts';
import { recordRefunds } from '../ledger.ts';
import * as sql from './requests.sql.ts';

/** A refund to request for an order. */
export interface RefundRequest {
  /** Null for a payment that matches no order. */
  orderId: number | null;
  amount: number;
  currency: Currency;
  reason: string;
  /** The account or program that requested it. */
  requestedBy: string;
  requestId: string | null;
  /** For an excess payment: that payment. */
  surplusOf?: { attemptId: number; provider: string };
  /** For a refund made in the provider's portal, so that the money has moved already: its number there. */
  madeAtProvider?: string;
}

/** Paid back at the counter: done once recorded. */
const atCounter = ['cash', 'coin'];
const isAtCounter = (provider: string): boolean => atCounter.includes(provider);

/**
 * Requests refunds, in the caller's transaction. Counter refunds are done at once; the others are due at their
 * provider.
 */
export async function requestRefunds(db: Db, requests: readonly RefundRequest[], now: Date): Promise<void> {
  if (requests.length === 0) return;
  const payments = await sql.paymentsOf(
    db,
    requests.flatMap(({ orderId }) => orderId ?? []),
  );
  const byOrder = new Map(payments.map((row) => [row.order_id, row]));
  const rows = await sql.insert(
    db,
    requests.map((request) =>
      refundOf(request, request.orderId === null ? undefined : byOrder.get(request.orderId), now),
    ),
  );
  const done = rows.filter(({ state }) => state === 'done');
  await recordRefunds(
    db,
    done.map((row) => ({
      refundId: row.id,
      orderId: row.order_id,
      attemptId: row.attempt_id,
      provider: row.provider,
      amount: row.amount,
      currency: row.currency,
      at: now,
    })),
  );
}

function refundOf(request: RefundRequest, payment: sql.PaymentRow | undefined, now: Date): sql.NewRefund {
  const { orderId, amount, currency, reason, requestedBy, requestId, surplusOf, madeAtProvider } = request;
  const provider = surplusOf?.provider ?? payment?.provider ?? 'cash';
  const byStaff = madeAtProvider !== undefined;
  const done = byStaff || isAtCounter(provider);
  return {
    order_id: orderId,
    attempt_id: surplusOf?.attemptId ?? payment?.attempt_id ?? null,
    provider,
    amount,
    currency,
    surplus: surplusOf !== undefined,
    reason,
    requested_by: requestedBy,
    request_id: requestId,
    state: done ? 'done' : 'due',
    tries: 0,
    try_at: now,
    created_at: now,
    done_at: done ? now : null,
    provider_ref: madeAtProvider ?? null,
    closed_at: byStaff ? now : null,
    closed_by: byStaff ? requestedBy : null,
    close_reason: byStaff ? reason : null,
  };
}

/** Whether this request already made a refund of the order. */
export const hasRefund = async (db: Db, orderId: number, requestId: string): Promise<boolean> =>
  (await sql.findRequest.one(db, orderId, requestId)).there;
