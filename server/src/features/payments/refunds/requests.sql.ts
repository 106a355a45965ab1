import type { Currency } from '@recline/contract/money';
import { statement } from '../../../platform/db.ts';
import { insertRows } from '../../../platform/rows.ts';

export interface PaymentRow {
  order_id: number;
  attempt_id: number | null;
  provider: string;
}

/**
 * The payment that paid each order; excess ones were refunded in full. An order paid by a coupon sold before has none.
 */
export const paymentsOf = statement<PaymentRow, [number[]]>(
  'refunds.paymentsOf',
  `SELECT DISTINCT ON (order_id) order_id, attempt_id, provider FROM ledger l
   WHERE order_id = ANY($1::bigint[]) AND kind = 'paid'
     AND NOT EXISTS (SELECT FROM refunds r WHERE r.attempt_id = l.attempt_id AND r.surplus) ORDER BY order_id, id`,
);

export interface NewRefund {
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

export const insert = insertRows<
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

export const findRequest = statement<{ there: boolean }, [number, string]>(
  'refunds.findRequest',
  'SELECT EXISTS (SELECT FROM refunds WHERE order_id = $1 AND request_id = $2) AS there',
);
