import type { Currency } from '@recline/contract/money';
import { statement } from '../../platform/db.ts';
import type { Pay } from './port.ts';

export interface AttemptRow {
  id: number;
  order_id: number;
  number: string;
  provider: string;
  amount: number;
  currency: Currency;
  state: 'open' | 'paid' | 'dead';
  closing: boolean;
  pay: Pay | null;
}
const columns = 'id, order_id, number, provider, amount, currency, state, closing, pay';

export const lastAttempt = statement<{ last: number }, [number]>(
  'attempts.last',
  'SELECT coalesce(max(attempt), 0) AS last FROM payment_attempts WHERE order_id = $1',
);

export const insertAttempt = statement<never, [number, number, string, string, number, Currency, Date, Date]>(
  'attempts.insert',
  `INSERT INTO payment_attempts (order_id, attempt, number, provider, amount, currency, created_at, query_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

export const openAttemptOf = statement<AttemptRow, [number]>(
  'attempts.openOf',
  `SELECT ${columns} FROM payment_attempts WHERE order_id = $1 AND state = 'open' AND NOT closing
   ORDER BY attempt DESC LIMIT 1`,
);

/** Keeps the first of two answers of the provider. */
export const keepPay = statement<{ pay: Pay }, [number, string]>(
  'attempts.keepPay',
  `UPDATE payment_attempts SET pay = coalesce(pay, $2::jsonb) WHERE id = $1 AND state = 'open' AND NOT closing
   RETURNING pay`,
);

export const attemptByNumber = statement<{ id: number; order_id: number }, [string, string]>(
  'attempts.byNumber',
  'SELECT id, order_id FROM payment_attempts WHERE number = $1 AND provider = $2',
);

export const lockAttempt = statement<AttemptRow, [number]>(
  'attempts.lock',
  `SELECT ${columns} FROM payment_attempts WHERE id = $1 FOR NO KEY UPDATE`,
);

export const settleAttempt = statement<never, [number, 'paid' | 'dead', string | null, Date]>(
  'attempts.settle',
  'UPDATE payment_attempts SET state = $2, provider_ref = $3, settled_at = $4 WHERE id = $1',
);

export const markClosing = statement<never, [number[], Date]>(
  'attempts.markClosing',
  `UPDATE payment_attempts SET closing = true, query_at = $2
   WHERE order_id = ANY($1::bigint[]) AND state = 'open' AND NOT closing`,
);

/** Due attempts, each taken by one server, oldest first. */
export const takeDue = statement<AttemptRow, [Date, Date]>(
  'attempts.takeDue',
  `UPDATE payment_attempts SET query_at = $2 WHERE id IN (
     SELECT id FROM payment_attempts WHERE state = 'open' AND query_at <= $1
     ORDER BY query_at LIMIT 100 FOR UPDATE SKIP LOCKED)
   RETURNING ${columns}`,
);
