import type { Currency } from '@recline/contract/money';
import { statement } from '../../../platform/db.ts';

export interface StaffRefund {
  id: number;
  order_id: number | null;
  attempt_id: number | null;
  provider: string;
  amount: number;
  currency: Currency;
  surplus: boolean;
  state: string;
  reason: string;
  last_error: string | null;
  created_at: Date;
  closed_at: Date | null;
}
const columns =
  'id, order_id, attempt_id, provider, amount, currency, surplus, state, reason, last_error, created_at, closed_at';

/** Refunds that are not done; those that need staff come first. */
export const listRefunds = statement<StaffRefund, []>(
  'refunds.list',
  `SELECT ${columns} FROM refunds WHERE state <> 'done' AND closed_at IS NULL ORDER BY state <> 'failed', id`,
);

export const find = statement<StaffRefund, [number]>('refunds.find', `SELECT ${columns} FROM refunds WHERE id = $1`);
export const lock = statement<StaffRefund, [number]>(
  'refunds.lock',
  `SELECT ${columns} FROM refunds WHERE id = $1 FOR UPDATE`,
);

export const close = statement<StaffRefund, [number, 'done' | 'failed', Date, string, string]>(
  'refunds.close',
  `UPDATE refunds SET state = $2, done_at = CASE $2 WHEN 'done' THEN $3::timestamptz END, closed_at = $3, closed_by = $4,
     close_reason = $5 WHERE id = $1 RETURNING ${columns}`,
);

/** Payments, refunds and differences that are open or need staff. */
export interface PaymentQueues {
  refunds_due: number;
  refunds_failed: number;
  differences: number;
  notices_failed: number;
}

export const paymentQueues = statement<PaymentQueues, []>(
  'payments.queues',
  `SELECT (SELECT count(*) FROM refunds WHERE state IN ('due', 'asked', 'pending')) AS refunds_due,
     (SELECT count(*) FROM refunds WHERE state = 'failed' AND closed_at IS NULL) AS refunds_failed,
     (SELECT count(*) FROM payment_differences WHERE closed_at IS NULL) AS differences,
     (SELECT count(*) FROM payment_notices WHERE outcome IS NULL AND tries > 0 OR outcome = 'failed') AS notices_failed`,
);
