import type { Currency } from '@recline/contract/money';
import { statement } from '../../../../platform/db.ts';

export interface SandboxPayment {
  number: string;
  amount: number;
  currency: Currency;
  return_to: string;
  back_to: string;
  status: 'open' | 'paid' | 'declined';
  ref: string | null;
  paid_at: Date | null;
}

const columns = 'number, amount, currency, return_to, back_to, status, ref, paid_at';

export const insert = statement<never, [string, number, Currency, string, string, Date]>(
  'sandbox.insert',
  `INSERT INTO sandbox_payments (number, amount, currency, return_to, back_to, created_at)
   VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (number) DO NOTHING`,
);

export const byNumber = statement<SandboxPayment, [string]>(
  'sandbox.byNumber',
  `SELECT ${columns} FROM sandbox_payments WHERE number = $1`,
);

/** Returns no row if it was decided before. */
export const decide = statement<SandboxPayment, [string, 'paid' | 'declined', string, Date]>(
  'sandbox.decide',
  `UPDATE sandbox_payments SET status = $2, ref = $3, paid_at = $4 WHERE number = $1 AND status = 'open'
   RETURNING ${columns}`,
);

export const closeOpen = statement<never, [string]>(
  'sandbox.close',
  `UPDATE sandbox_payments SET status = 'declined', ref = gen_random_uuid() WHERE number = $1 AND status = 'open'`,
);

/** Creates the refund, or finds it by its number; no row if less than the amount is left. */
export const insertRefund = statement<{ number: string }, [string, string, number, Date]>(
  'sandbox.refund',
  `WITH known AS (SELECT number FROM sandbox_refunds WHERE number = $1),
   payment AS (SELECT number, amount FROM sandbox_payments WHERE number = $2 AND status = 'paid' FOR UPDATE),
   made AS (
     INSERT INTO sandbox_refunds (number, payment, amount, created_at)
     SELECT $1, number, $3::bigint, $4 FROM payment
     WHERE amount >= $3::bigint + (SELECT coalesce(sum(amount), 0) FROM sandbox_refunds WHERE payment = $2)
       AND NOT EXISTS (SELECT FROM known)
     RETURNING number)
   SELECT number FROM known UNION ALL SELECT number FROM made`,
);

export const refundByNumber = statement<{ amount: number }, [string]>(
  'sandbox.refundByNumber',
  'SELECT amount FROM sandbox_refunds WHERE number = $1',
);

export interface SandboxMovement {
  kind: 'paid' | 'refunded';
  number: string;
  ref: string;
  /** For a refund: the number of its payment. */
  payment: string | null;
  amount: number;
  currency: Currency;
  at: Date;
}

/** A page of a day's movements, in the order of their numbers; `$3` and `$4` are the last row of the previous page. */
export const movements = statement<SandboxMovement, [Date, Date, string, string]>(
  'sandbox.movements',
  `SELECT * FROM (
     SELECT 'paid' AS kind, number, ref, NULL AS payment, amount, currency, paid_at AS at FROM sandbox_payments
       WHERE status = 'paid' AND paid_at >= $1 AND paid_at < $2
     UNION ALL SELECT 'refunded', r.number, r.number, r.payment, r.amount, p.currency, r.created_at
       FROM sandbox_refunds r JOIN sandbox_payments p ON p.number = r.payment
       WHERE r.created_at >= $1 AND r.created_at < $2) m
   WHERE (kind, number) > ($3, $4) ORDER BY kind, number LIMIT 1000`,
);
