import { statement } from '../../../platform/db.ts';
import { makeDeletion } from '../../../platform/old-rows.sql.ts';

export const exportPayments = statement<object, [number[]]>(
  'payments.export',
  `SELECT order_id, number, provider, provider_ref, amount, currency, state, created_at, settled_at
   FROM payment_attempts WHERE order_id = ANY($1::bigint[]) ORDER BY id`,
);
export const exportRefunds = statement<object, [number[]]>(
  'payments.exportRefunds',
  `SELECT order_id, provider, amount, currency, reason, state, created_at, done_at
   FROM refunds WHERE order_id = ANY($1::bigint[]) ORDER BY id`,
);

/** One of these orders whose payment or refund is undecided. */
export const openMoneyOfAny = statement<{ order_id: number }, [number[]]>(
  'payments.openOfAny',
  `SELECT order_id FROM payment_attempts WHERE order_id = ANY($1::bigint[]) AND state = 'open'
   UNION ALL SELECT order_id FROM refunds
     WHERE order_id = ANY($1::bigint[]) AND state <> 'done' AND closed_at IS NULL LIMIT 1`,
);

/**
 * Requests to a provider, and its answers, contain the payer's address and wallet. An open attempt keeps the rest,
 * because it must be closed at the provider first.
 */
export const emptyAttempts = statement<never, [number[]]>(
  'payments.emptyAttempts',
  `UPDATE payment_attempts SET way = NULL, request = CASE state
     WHEN 'open' THEN jsonb_set(request, '{payer}', '{"ip": "", "browser": "other"}') END
   WHERE order_id = ANY($1::bigint[])`,
);
/**
 * The same for old attempts: unsettled ones, and those settled by an earlier version. The attempts themselves stay,
 * because they are in the books.
 */
export const oldPayers = makeDeletion('payers', {
  table: 'payment_attempts',
  key: 'id',
  at: 'created_at',
  where: '(request IS NOT NULL OR way IS NOT NULL)',
  emptied: ['request', 'way'],
});
/** Notices that were judged and name a payment of one of these orders. */
export const emptyNotices = statement<{ n: number }, [number[]]>(
  'payments.emptyNotices',
  `WITH names AS (
     SELECT convert_to(name, 'UTF8') AS name, provider, created_at FROM payment_attempts,
       unnest(ARRAY[number, provider_ref]) AS name WHERE name IS NOT NULL AND order_id = ANY($1::bigint[])),
   gone AS (UPDATE payment_notices p SET headers = '{}', body = '' FROM names n WHERE p.outcome IS NOT NULL
     AND p.provider = n.provider AND p.received_at >= n.created_at AND position(n.name IN p.body) > 0 RETURNING p.id)
   SELECT count(DISTINCT id) AS n FROM gone`,
);
