import type { Currency } from '@recline/contract/money';
import { type Db, statement } from '../../platform/db.ts';
import { insertRows } from '../../platform/rows.ts';
import { recordRefunds } from './ledger.ts';

/** Money that is to go back for an order. */
export interface RefundRequest {
  /** None for money that came for no order that we know. */
  orderId: number | null;
  amount: number;
  currency: Currency;
  reason: string;
  /** The account or program that asked for it. */
  requestedBy: string;
  requestId: string | null;
  /** Set where a payment beyond the order's amount goes back: that payment. */
  surplusOf?: { attemptId: number; provider: string };
  /** Set where the money went back already, by a refund that was made in the provider's own pages: its number there. */
  madeAtProvider?: string;
}

/** Paid back at the counter: done once recorded. */
const atCounter = ['cash', 'coin'];
const isAtCounter = (provider: string): boolean => atCounter.includes(provider);

interface PaymentRow {
  order_id: number;
  attempt_id: number | null;
  provider: string;
}

/** The payment that each order took; surplus ones went back whole. An order paid by a coupon sold before has none. */
const paymentsOf = statement<PaymentRow, [number[]]>(
  'refunds.paymentsOf',
  `SELECT DISTINCT ON (order_id) order_id, attempt_id, provider FROM ledger l
   WHERE order_id = ANY($1::bigint[]) AND kind = 'paid'
     AND NOT EXISTS (SELECT FROM refunds r WHERE r.attempt_id = l.attempt_id AND r.surplus) ORDER BY order_id, id`,
);

interface NewRefund {
  order_id: number | null;
  attempt_id: number | null;
  provider: string;
  amount: number;
  currency: Currency;
  surplus: boolean;
  reason: string;
  requested_by: string;
  request_id: string | null;
  state: 'due' | 'done';
  tries: number;
  try_at: Date;
  created_at: Date;
  done_at: Date | null;
  provider_ref: string | null;
  closed_at: Date | null;
  closed_by: string | null;
  close_reason: string | null;
}

const insert = insertRows<
  NewRefund,
  {
    id: number;
    order_id: number | null;
    attempt_id: number | null;
    provider: string;
    amount: number;
    currency: Currency;
    state: string;
  }
>(
  'refunds.insert',
  'refunds',
  {
    order_id: true,
    attempt_id: true,
    provider: true,
    amount: true,
    currency: true,
    surplus: true,
    reason: true,
    requested_by: true,
    request_id: true,
    state: true,
    tries: true,
    try_at: true,
    created_at: true,
    done_at: true,
    provider_ref: true,
    closed_at: true,
    closed_by: true,
    close_reason: true,
  },
  { returning: 'id, order_id, attempt_id, provider, amount, currency, state' },
);

/** Requests refunds, in the caller's transaction. Those at the counter are done; the others are due at their provider. */
export async function requestRefunds(db: Db, requests: readonly RefundRequest[], now: Date): Promise<void> {
  if (requests.length === 0) return;
  const payments = await paymentsOf(
    db,
    requests.flatMap(({ orderId }) => orderId ?? []),
  );
  const byOrder = new Map(payments.map((row) => [row.order_id, row]));
  const rows = await insert(
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

function refundOf(request: RefundRequest, payment: PaymentRow | undefined, now: Date): NewRefund {
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

const findRequest = statement<{ there: boolean }, [number, string]>(
  'refunds.findRequest',
  'SELECT EXISTS (SELECT FROM refunds WHERE order_id = $1 AND request_id = $2) AS there',
);

/** Whether this request made a refund of the order before. */
export const hasRefund = async (db: Db, orderId: number, requestId: string): Promise<boolean> =>
  (await findRequest.one(db, orderId, requestId)).there;

/** Those of the orders that have a payment in the ledger. */
export const paidOrders = statement<{ order_id: number }, [number[]]>(
  'refunds.paidOrders',
  `SELECT DISTINCT order_id FROM ledger WHERE order_id = ANY($1::bigint[]) AND kind = 'paid'`,
);
