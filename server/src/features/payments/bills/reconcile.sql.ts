import type { Currency } from '@recline/contract/money';
import { statement } from '../../../platform/db.ts';
import type { BillSums } from './reconcile.rules.ts';

/** Takes the bill for one server. No row if another works on it, or if it was finished after `$5`. */
export const claimBill = statement<{ tries: number }, [string, string, Date, Date, Date]>(
  'bills.claim',
  `INSERT INTO payment_bills AS b (provider, day, lease_until, tries) VALUES ($1, $2, $4, 1)
   ON CONFLICT (provider, day) DO UPDATE SET lease_until = $4, tries = b.tries + 1
     WHERE b.lease_until <= $3 AND (b.finished_at IS NULL OR b.finished_at <= $5)
   RETURNING tries`,
);

export const holdBill = statement<never, [string, string, Date]>(
  'bills.hold',
  'UPDATE payment_bills SET lease_until = $3 WHERE provider = $1 AND day = $2',
);

/** Retried from then on. */
export const postponeBill = statement<never, [string, string, Date, string]>(
  'bills.postpone',
  'UPDATE payment_bills SET lease_until = $3, last_error = $4 WHERE provider = $1 AND day = $2',
);

export interface BillResult {
  file: string;
  sha256: string;
  rows: number;
  /** Rows of other programs of the merchant. */
  foreign_rows: number;
  sums: Partial<Record<Currency, BillSums>>;
  differences: number;
}

export const emptyResult = (): Omit<BillResult, 'file' | 'sha256'> => ({
  rows: 0,
  foreign_rows: 0,
  sums: {},
  differences: 0,
});

export const finishBill = statement<never, [string, string, Date, boolean, string]>(
  'bills.finish',
  `UPDATE payment_bills b SET finished_at = CASE WHEN $4 THEN $3::timestamptz END, lease_until = $3, last_error = NULL,
     file = r.file, sha256 = r.sha256, rows = r.rows, foreign_rows = r.foreign_rows, sums = r.sums,
     differences = b.differences + r.differences
   FROM json_populate_record(NULL::payment_bills, $5::json) r WHERE b.provider = $1 AND b.day = $2`,
);

/** Our books' entries for the rows of a bill, in their order. */
export interface Booked {
  no: number;
  /** Whether an attempt or refund has the number; for a refund that we did not request, whether its payment is ours. */
  known: boolean;
  order_id: number | null;
  /** For a payment: the provider's id of the payment or of its session. */
  ref: string | null;
  /** The recorded amount; null if nothing was recorded. */
  amount: number | null;
  currency: Currency | null;
}

/**
 * Marks the rows' payments and refunds as billed, with their fees, and returns what is booked for each row. `$1` the
 * rows, `$2` the provider, `$3` the day of the bill. A bill that is read again writes only what changed.
 */
export const bookRows = statement<Booked, [string, string, string]>(
  'bills.book',
  `WITH b AS (SELECT * FROM json_to_recordset($1::json) AS r(no int, kind text, key text, "refundId" bigint,
     payment text, "paymentRef" text, fee bigint)),
   paid AS (UPDATE payment_attempts a SET billed_on = $3::date, fee = coalesce(b.fee, a.fee) FROM b
     WHERE b.kind = 'paid' AND a.number = b.key AND a.provider = $2 AND a.state = 'paid'
       AND (a.billed_on, a.fee) IS DISTINCT FROM ($3::date, coalesce(b.fee, a.fee)) RETURNING a.id),
   returned AS (UPDATE refunds r SET billed_on = $3::date, fee = coalesce(b.fee, r.fee) FROM b
     WHERE b.kind = 'refunded' AND r.id = b."refundId" AND r.provider = $2
       AND (r.billed_on, r.fee) IS DISTINCT FROM ($3::date, coalesce(b.fee, r.fee)) RETURNING r.id)
   SELECT b.no, a.id IS NOT NULL AS known, a.order_id, a.provider_ref AS ref, l.amount, l.currency FROM b
     LEFT JOIN payment_attempts a ON a.number = b.key AND a.provider = $2
     LEFT JOIN ledger l ON l.attempt_id = a.id AND l.kind = 'paid' WHERE b.kind = 'paid'
   UNION ALL SELECT b.no, coalesce(r.id, a.id, p.id) IS NOT NULL, coalesce(r.order_id, a.order_id, p.order_id), NULL,
     l.amount, l.currency FROM b
     LEFT JOIN refunds r ON r.id = b."refundId" AND r.provider = $2
     LEFT JOIN payment_attempts a ON a.number = b.payment AND a.provider = $2
     LEFT JOIN payment_attempts p ON p.provider_ref = b."paymentRef" AND p.provider = $2
     LEFT JOIN ledger l ON l.refund_id = r.id WHERE b.kind = 'refunded'
   ORDER BY no`,
);
