import type { Currency } from '@recline/contract/money';
import { type Db, statement } from '../../../platform/db.ts';
import { insertRows } from '../../../platform/rows.ts';
import type { PrepayRequest, Way } from '../providers/provider.ts';

/** A request as stored, without dates, which JSON does not have. */
export type KeptRequest = Omit<PrepayRequest, 'until'> & { until: string };

export interface AttemptRow {
  id: number;
  /** Null for a payment that matches no order. */
  order_id: number | null;
  number: string;
  provider: string;
  amount: number;
  currency: Currency;
  state: 'open' | 'paid' | 'dead';
  closing: boolean;
  provider_ref: string | null;
  /** The request to the provider, once sent. */
  request: KeptRequest | null;
  way: Way | null;
  way_until: Date | null;
  until: Date;
}
const columns = `id, order_id, number, provider, amount, currency, state, closing, provider_ref, request, way, way_until,
  until`;

/** The number of the order's last attempt; 0 if there was none. */
export const lastAttempt = statement<{ last: number }, [number]>(
  'attempts.last',
  'SELECT coalesce(max(attempt), 0) AS last FROM payment_attempts WHERE order_id = $1',
);

interface NewAttemptRow extends Pick<AttemptRow, 'number' | 'provider' | 'amount' | 'currency' | 'until'> {
  order_id: number;
  attempt: number;
  created_at: Date;
  query_at: Date;
}

const insert = insertRows<NewAttemptRow, { id: number }>(
  'attempts.insert',
  'payment_attempts',
  {
    order_id: true,
    attempt: true,
    number: true,
    provider: true,
    amount: true,
    currency: true,
    created_at: true,
    query_at: true,
    until: true,
  },
  { returning: 'id' },
);
export const insertAttempt = (db: Db, row: NewAttemptRow): Promise<unknown> => insert(db, [row]);

/** The attempts of an order that may still be paid, including those that are being closed; newest first. */
export const openAttemptsOf = statement<AttemptRow, [number]>(
  'attempts.allOpenOf',
  `SELECT ${columns} FROM payment_attempts WHERE order_id = $1 AND state = 'open' ORDER BY attempt DESC`,
);

export const openAttemptOf = statement<AttemptRow, [number]>(
  'attempts.openOf',
  `SELECT ${columns} FROM payment_attempts WHERE order_id = $1 AND state = 'open' AND NOT closing
   ORDER BY attempt DESC LIMIT 1`,
);

/** Keeps the first request, because a repeated one must be identical. */
export const keepRequest = statement<{ request: KeptRequest }, [number, string]>(
  'attempts.keepRequest',
  `UPDATE payment_attempts SET request = coalesce(request, $2::jsonb) WHERE id = $1 AND state = 'open' AND NOT closing
   RETURNING request`,
);

export const keepPrepaid = statement<{ id: number }, [number, string | null, string, Date, Date]>(
  'attempts.keepPrepaid',
  `UPDATE payment_attempts SET provider_ref = coalesce($2, provider_ref), way = $3::jsonb, way_until = $4,
     until = greatest(until, $5)
   WHERE id = $1 AND state = 'open' AND NOT closing RETURNING id`,
);

export type FoundAttempt = Pick<
  AttemptRow,
  'id' | 'order_id' | 'number' | 'provider' | 'amount' | 'currency' | 'provider_ref'
>;

export const attemptsByNumber = statement<FoundAttempt, [readonly string[]]>(
  'attempts.byNumber',
  `SELECT id, order_id, number, provider, amount, currency, provider_ref FROM payment_attempts WHERE number = ANY($1::text[])`,
);

/** The payment that the provider knows by its own id, if it is recorded. */
export const paidByRef = statement<{ id: number }, [string, string]>(
  'attempts.paidByRef',
  `SELECT id FROM payment_attempts WHERE provider = $1 AND provider_ref = $2 AND state = 'paid'`,
);

export const lockAttempt = statement<AttemptRow, [number]>(
  'attempts.lock',
  `SELECT ${columns} FROM payment_attempts WHERE id = $1 FOR NO KEY UPDATE`,
);

/** Also removes the request to the provider, which names the payer and is no longer needed. */
export const settleAttempt = statement<never, [number, string | null, 'paid' | 'dead', Date]>(
  'attempts.settle',
  `UPDATE payment_attempts SET state = $3, provider_ref = coalesce($2, provider_ref), settled_at = $4, way = NULL,
     request = NULL WHERE id = $1`,
);

/** Whether a payer was shown how to pay, or has returned. */
const payable = statement<{ payable: boolean }, [number]>(
  'attempts.payable',
  `SELECT EXISTS (SELECT FROM payment_attempts WHERE order_id = $1 AND (state = 'paid' OR
     state = 'open' AND NOT closing AND (way IS NOT NULL OR returned_at IS NOT NULL))) AS payable`,
);
export const isPayable = async (db: Db, orderId: number): Promise<boolean> => (await payable.one(db, orderId)).payable;

/** A payment beyond the one that its attempt was opened for. */
export const insertPaid = statement<{ id: number }, [number, number, string, string, number, Currency, string, Date]>(
  'attempts.insertPaid',
  `INSERT INTO payment_attempts (order_id, attempt, number, provider, amount, currency, state, provider_ref, created_at,
     query_at, settled_at, until) VALUES ($1, $2, $3, $4, $5, $6, 'paid', $7, $8, $8, $8, $8) RETURNING id`,
);

/**
 * Records the payer's return: the provider is queried in the next round, or `$3` milliseconds after its last answer.
 * Only for the first return since the payer was shown how to pay.
 */
export const markReturned = statement<{ id: number }, [number, Date, number]>(
  'attempts.markReturned',
  `UPDATE payment_attempts SET returned_at = $2,
     query_at = least(query_at, greatest($2, answered_at + $3 * interval '1 millisecond'))
   WHERE order_id = $1 AND state = 'open' AND returned_at IS NULL RETURNING id`,
);

/**
 * Records that the payer is shown how to pay again and may return again; nobody waits for an answer about the previous
 * return any more. The next query keeps its distance from that return too; otherwise a provider that does not answer
 * would be queried at every return.
 */
export const payAgain = statement<never, [number]>(
  'attempts.payAgain',
  `UPDATE payment_attempts SET returned_at = NULL, answered_at = greatest(answered_at, returned_at)
   WHERE id = $1 AND returned_at IS NOT NULL`,
);

/**
 * Records that the provider, queried at `$2`, reported it as unpaid. Returns the order if its payer has returned and
 * waits.
 */
export const markAnswered = statement<{ order_id: number }, [number, Date]>(
  'attempts.markAnswered',
  `UPDATE payment_attempts SET answered_at = $2
   WHERE id = $1 AND state = 'open' AND returned_at <= $2 AND (answered_at IS NULL OR answered_at < returned_at)
   RETURNING order_id`,
);

/** The provider's page says that it was paid: the provider is queried in the next round. */
export const queryPaid = statement<never, [number, string | null, Date]>(
  'attempts.queryPaid',
  `UPDATE payment_attempts SET returned_at = coalesce(returned_at, $3), query_at = least(query_at, $3),
     provider_ref = coalesce(provider_ref, $2) WHERE id = $1 AND state = 'open'`,
);

export const markClosing = statement<never, [number, Date]>(
  'attempts.markClosing',
  `UPDATE payment_attempts SET closing = true, query_at = $2
   WHERE order_id = $1 AND state = 'open' AND NOT closing`,
);

/**
 * The open attempts of an order, for this caller to close; their next query is due at `$3`. Excludes attempts that are
 * being closed and whose next query is due after `$2`: another caller has just queried them.
 */
export const takeToClose = statement<AttemptRow, [number, Date, Date]>(
  'attempts.takeToClose',
  `UPDATE payment_attempts SET closing = true, query_at = $3
   WHERE order_id = $1 AND state = 'open' AND (NOT closing OR query_at <= $2) RETURNING ${columns}`,
);

/**
 * Due attempts of the providers named in `$3`, or of all others, each taken by one server: those whose payer has come
 * back and waits for a first answer before the others, then the oldest.
 */
export const takeDue = statement<AttemptRow, [Date, Date, string[], boolean, number]>(
  'attempts.takeDue',
  `UPDATE payment_attempts SET query_at = $2 WHERE id IN (
     SELECT id FROM payment_attempts WHERE state = 'open' AND query_at <= $1 AND (provider = ANY($3::text[])) = $4
     ORDER BY returned_at IS NULL OR answered_at IS NOT NULL, query_at LIMIT $5 FOR UPDATE SKIP LOCKED)
   RETURNING ${columns}`,
);

const paid = statement<{ paid: boolean }, [number]>(
  'ledger.isPaid',
  `SELECT EXISTS (SELECT FROM ledger WHERE order_id = $1 AND kind = 'paid') AS paid`,
);

/** Whether money was taken for an order. */
export const isPaid = async (db: Db, orderId: number): Promise<boolean> => (await paid.one(db, orderId)).paid;

export interface PaidAttempt {
  order_id: number;
  provider: string;
  /** Our number, as in the provider's statement. */
  number: string;
  /** The provider's own number. */
  provider_ref: string | null;
  /** The provider's fee, known once its bill was read. */
  fee: number | null;
}

/** How these orders were paid, for the accounts. */
export const paidAttempts = statement<PaidAttempt, [number[]]>(
  'payments.paidAttempts',
  `SELECT DISTINCT ON (order_id) order_id, provider, number, provider_ref, fee FROM payment_attempts
   WHERE order_id = ANY ($1::bigint[]) AND state = 'paid' ORDER BY order_id, attempt DESC`,
);
