import type { Currency } from '@recline/contract/money';
import { statement } from '../../platform/db.ts';
import { insertRows } from '../../platform/rows.ts';
import type { PrepayRequest, Way } from './port.ts';

/** A request as it is kept: JSON has no dates. */
export type KeptRequest = Omit<PrepayRequest, 'until'> & { until: string };

export interface AttemptRow {
  id: number;
  /** None for money that came for no order that we know. */
  order_id: number | null;
  number: string;
  provider: string;
  amount: number;
  currency: Currency;
  state: 'open' | 'paid' | 'dead';
  closing: boolean;
  provider_ref: string | null;
  /** What the provider was asked, once it was. */
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

export const insertAttempts = insertRows<NewAttemptRow, { id: number }>(
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

export const openAttemptOf = statement<AttemptRow, [number]>(
  'attempts.openOf',
  `SELECT ${columns} FROM payment_attempts WHERE order_id = $1 AND state = 'open' AND NOT closing
   ORDER BY attempt DESC LIMIT 1`,
);

/** Keeps the first of two requests: a repeated one must be identical. */
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

export const attemptsByNumber = statement<
  Pick<AttemptRow, 'id' | 'order_id' | 'number' | 'provider'>,
  [readonly string[]]
>('attempts.byNumber', 'SELECT id, order_id, number, provider FROM payment_attempts WHERE number = ANY($1::text[])');

/** In the order of their ids, so that two writers do not deadlock. */
export const lockAttempts = statement<AttemptRow, [number[]]>(
  'attempts.lock',
  `SELECT ${columns} FROM payment_attempts WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
);

export const settleAttempts = statement<never, [number[], (string | null)[], 'paid' | 'dead', Date]>(
  'attempts.settle',
  `UPDATE payment_attempts a SET state = $3, provider_ref = coalesce(v.ref, a.provider_ref), settled_at = $4, way = NULL
   FROM unnest($1::bigint[], $2::text[]) AS v (id, ref) WHERE a.id = v.id`,
);

export const insertUnknown = statement<{ id: number }, [string, string, number, Currency, string, Date]>(
  'attempts.insertUnknown',
  `INSERT INTO payment_attempts (attempt, number, provider, amount, currency, state, provider_ref, created_at, query_at,
     settled_at, until) VALUES (1, $1, $2, $3, $4, 'paid', $5, $6, $6, $6, $6)
   ON CONFLICT (number) DO NOTHING RETURNING id`,
);

/** The payer came back: the provider is asked in the next round. */
export const markReturned = statement<{ id: number }, [number, Date]>(
  'attempts.markReturned',
  `UPDATE payment_attempts SET returned_at = coalesce(returned_at, $2), query_at = least(query_at, $2)
   WHERE order_id = $1 AND state = 'open' RETURNING id`,
);

/** The provider says that it was paid: it is asked in the next round. */
export const queryPaid = statement<never, [number, string | null, Date]>(
  'attempts.queryPaid',
  `UPDATE payment_attempts SET returned_at = coalesce(returned_at, $3), query_at = least(query_at, $3),
     provider_ref = coalesce(provider_ref, $2) WHERE id = $1 AND state = 'open'`,
);

export const markClosing = statement<never, [number[], Date]>(
  'attempts.markClosing',
  `UPDATE payment_attempts SET closing = true, query_at = $2
   WHERE order_id = ANY($1::bigint[]) AND state = 'open' AND NOT closing`,
);

/** Due attempts of the providers named in `$3`, or of all others, each taken by one server, oldest first. */
export const takeDue = statement<AttemptRow, [Date, Date, string[], boolean]>(
  'attempts.takeDue',
  `UPDATE payment_attempts SET query_at = $2 WHERE id IN (
     SELECT id FROM payment_attempts WHERE state = 'open' AND query_at <= $1 AND (provider = ANY($3::text[])) = $4
     ORDER BY query_at LIMIT 100 FOR UPDATE SKIP LOCKED)
   RETURNING ${columns}`,
);
