import type { Currency } from '@recline/contract/money';
import { statement } from '../../../platform/db.ts';

export interface LeasedRefund {
  id: number;
  order_id: number | null;
  attempt_id: number;
  provider: string;
  amount: number;
  currency: Currency;
  reason: string;
  created_at: Date;
  tries: number;
  /** The provider's id of the refund, once known. */
  provider_ref: string | null;
  /** Its state before the lease. */
  was: 'due' | 'asked' | 'pending' | 'failed';
  /** The payment: our number, the provider's id, the amount paid. */
  payment: string;
  payment_ref: string;
  paid: number;
}

const columns = `r.id, r.order_id, r.attempt_id, r.provider, r.amount, r.currency, r.reason, r.created_at, r.tries,
  r.provider_ref, a.number AS payment, coalesce(a.provider_ref, '') AS payment_ref,
  (SELECT l.amount FROM ledger l WHERE l.attempt_id = a.id AND l.kind = 'paid') AS paid`;

/**
 * Leases until `$2` the refunds that are due at the providers named in `$4`, or at all others. The partial index contains
 * only open ones.
 */
export const lease = statement<LeasedRefund, [Date, Date, number, string[], boolean]>(
  'refunds.lease',
  `UPDATE refunds r SET state = CASE r.state WHEN 'due' THEN 'asked' ELSE r.state END, tries = r.tries + 1, try_at = $2
   FROM payment_attempts a, (
     SELECT id, state AS was FROM refunds WHERE state IN ('due', 'asked', 'pending') AND try_at <= $1
       AND (provider = ANY($4::text[])) = $5
     ORDER BY try_at LIMIT $3 FOR UPDATE SKIP LOCKED) d
   WHERE a.id = r.attempt_id AND r.id = d.id
   RETURNING ${columns}, d.was`,
);

/** The values recorded with an outcome. */
export type OpenRefund = Omit<
  LeasedRefund,
  'reason' | 'created_at' | 'provider_ref' | 'payment' | 'payment_ref' | 'paid'
>;

/** A refund that is not done; staff may have completed a failed one in the provider's portal. */
export const openRefund = statement<OpenRefund, [number, string]>(
  'refunds.open',
  `SELECT id, order_id, attempt_id, provider, amount, currency, tries, state AS was FROM refunds
   WHERE id = $1 AND provider = $2 AND state <> 'done' AND closed_at IS NULL`,
);

/** A refund that needs staff may still arrive; one that staff closed stays closed. */
export const finish = statement<{ id: number }, [number, Date, string | null]>(
  'refunds.finish',
  `UPDATE refunds SET state = 'done', done_at = $2, provider_ref = coalesce($3, provider_ref), last_error = NULL
   WHERE id = $1 AND state <> 'done' AND closed_at IS NULL RETURNING id`,
);

export const hasten = statement<never, [number, string, Date]>(
  'refunds.hasten',
  `UPDATE refunds SET try_at = least(try_at, $3) WHERE id = $1 AND provider = $2 AND state IN ('due', 'asked', 'pending')`,
);

export const postpone = statement<never, [number, string, Date, string | null, string | null]>(
  'refunds.postpone',
  `UPDATE refunds SET state = $2, try_at = $3, last_error = $4, provider_ref = coalesce($5, provider_ref)
   WHERE id = $1 AND state IN ('due', 'asked', 'pending')`,
);

export const failRefund = statement<never, [number, string]>(
  'refunds.fail',
  `UPDATE refunds SET state = 'failed', last_error = $2 WHERE id = $1 AND state IN ('due', 'asked', 'pending')`,
);

/** Refunds that wait for staff. */
export const countFailed = statement<{ failed: number }, []>(
  'refunds.countFailed',
  `SELECT count(*) AS failed FROM refunds WHERE state = 'failed' AND closed_at IS NULL`,
);

/** Refunds whose money has not arrived, by state, and the seconds since the oldest was requested. */
export const refundBacklog = statement<{ state: string; refunds: number; age: number }, []>(
  'refunds.backlog',
  `SELECT state, count(*) AS refunds, extract(epoch FROM now() - min(created_at))::float8 AS age
   FROM refunds WHERE state <> 'done' AND closed_at IS NULL GROUP BY state`,
);
