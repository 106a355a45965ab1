import type { Currency } from '@recline/contract/money';
import { statement } from '../../../platform/db.ts';
import type { DifferenceKind } from './differences.sql.ts';

/**
 * Whether no difference of that kind is recorded yet. `OFFSET 0` forces a lookup by the unique index for each; a join
 * would compare all with all while the table's statistics are old.
 */
const isNew = (kind: DifferenceKind, provider: string, subject: string): string =>
  `NOT EXISTS (SELECT FROM payment_differences d WHERE d.provider = ${provider} AND d.kind = '${kind}'
     AND d.subject = ${subject} OFFSET 0)`;

/** Takes for one server the oldest day due for a search: its bill and that of the next day are done. */
export const claimSearch = statement<{ day: string }, [string, Date, Date]>(
  'bills.claimSearch',
  `UPDATE payment_bills SET lease_until = $3 WHERE provider = $1 AND day = (
     SELECT b.day FROM payment_bills b JOIN payment_bills next ON next.provider = b.provider AND next.day = b.day + 1
     WHERE b.provider = $1 AND b.searched_at IS NULL AND b.finished_at IS NOT NULL AND next.finished_at IS NOT NULL
       AND b.lease_until <= $2
     ORDER BY b.day LIMIT 1 FOR UPDATE OF b SKIP LOCKED)
   RETURNING day::text`,
);

export const finishSearch = statement<never, [string, string, Date, number]>(
  'bills.finishSearch',
  `UPDATE payment_bills SET searched_at = $3, lease_until = $3, differences = differences + $4
   WHERE provider = $1 AND day = $2`,
);

export interface Unbilled {
  number: string;
  provider_ref: string | null;
  order_id: number | null;
  amount: number;
  currency: Currency;
}

export type UnbilledRefund = Omit<Unbilled, 'number'> & { id: number };

/** Payments that we recorded in a span and that no bill has shown; a page of them. */
export const unbilledPayments = statement<Unbilled, [string, Date, Date]>(
  'bills.unbilledPayments',
  `SELECT a.number, a.provider_ref, a.order_id, l.amount, l.currency
   FROM payment_attempts a JOIN ledger l ON l.attempt_id = a.id AND l.kind = 'paid'
   WHERE a.provider = $1 AND a.state = 'paid' AND a.billed_on IS NULL AND a.settled_at >= $2 AND a.settled_at < $3
     AND ${isNew('not on the bill', 'a.provider', 'a.number')}
   ORDER BY a.settled_at LIMIT 50`,
);

/** Refunds, likewise; those that staff paid by hand are on no bill. */
export const unbilledRefunds = statement<UnbilledRefund, [string, Date, Date]>(
  'bills.unbilledRefunds',
  `SELECT r.id, r.provider_ref, r.order_id, r.amount, r.currency FROM refunds r
   WHERE r.provider = $1 AND r.state = 'done' AND r.billed_on IS NULL AND r.done_at >= $2 AND r.done_at < $3
     AND r.closed_at IS NULL AND ${isNew('refund not on the bill', 'r.provider', `'refund ' || r.id`)}
   ORDER BY r.done_at LIMIT 1000`,
);

export const oldPendingRefunds = statement<UnbilledRefund, [string, Date]>(
  'bills.oldPendingRefunds',
  `SELECT r.id, r.provider_ref, r.order_id, r.amount, r.currency FROM refunds r
   WHERE r.provider = $1 AND r.state IN ('due', 'asked', 'pending') AND r.created_at < $2
     AND ${isNew('refund pending', 'r.provider', `'refund ' || r.id`)}
   ORDER BY r.id LIMIT 1000`,
);

/**
 * Days before `$2` whose bill was requested but is not done, or with money recorded on that day or the day before that
 * no bill has shown. `$3` the beginning of the day `$2`, `$4` the minutes of the provider's zone east of UTC.
 */
export const overdueBills = statement<{ day: string }, [string, string, Date, number]>(
  'bills.overdue',
  `WITH unbilled AS (
     SELECT settled_at AS at FROM payment_attempts
     WHERE provider = $1 AND state = 'paid' AND billed_on IS NULL AND settled_at < $3
     UNION ALL SELECT done_at FROM refunds
     WHERE provider = $1 AND state = 'done' AND billed_on IS NULL AND closed_at IS NULL AND done_at < $3),
   wanted AS (
     SELECT day FROM payment_bills WHERE provider = $1 AND finished_at IS NULL
     UNION SELECT (at AT TIME ZONE 'UTC' + $4::int * interval '1 minute')::date + n FROM unbilled, generate_series(0, 1) n)
   SELECT w.day::text FROM wanted w WHERE w.day < $2::date
     AND NOT EXISTS (SELECT FROM payment_bills b WHERE b.provider = $1 AND b.day = w.day AND b.finished_at IS NOT NULL)
     AND ${isNew('bill missing', '$1', 'w.day::text')}
   ORDER BY w.day`,
);
