import { openStatuses } from '@recline/contract/values';
import { statement } from '../../platform/db.ts';
import { sqlList } from '../../platform/rows.ts';

/** What is kept of an end user. $1 is the user's accounts: the one with the number, and those that became part of it. */

export const lockAccounts = statement<{ id: number }, [string]>(
  'personalData.lockAccounts',
  `SELECT id FROM accounts WHERE role = 'consumer' AND (mobile = $1
     OR merged_into IN (SELECT id FROM accounts WHERE role = 'consumer' AND mobile = $1)) ORDER BY id FOR UPDATE`,
);
export const openOrder = statement<{ id: number }, [number[]]>(
  'personalData.openOrder',
  `SELECT id FROM orders WHERE placed_by = ANY($1::bigint[]) AND status IN (${sqlList(openStatuses)}) LIMIT 1`,
);

const rowsOf = (text: string) => `coalesce((SELECT jsonb_agg(to_jsonb(r)) FROM (${text}) r), '[]')`;
const ofAccounts = '= ANY($1::bigint[])';
const theirOrders = `SELECT id FROM orders WHERE placed_by ${ofAccounts}`;

export const exported = statement<{ data: Record<string, object[]> }, [number[], string]>(
  'personalData.export',
  `SELECT jsonb_build_object(
     'accounts', ${rowsOf(`SELECT id, mobile, name, created_at, disabled_at, bound_outlet_id FROM accounts WHERE id ${ofAccounts}`)},
     'wallets', ${rowsOf(`SELECT wallet, user_id, created_at, last_used_at FROM wallets WHERE account_id ${ofAccounts}`)},
     'consents', ${rowsOf(`SELECT version, occasion, at FROM consents WHERE account_id ${ofAccounts}`)},
     'sessions', ${rowsOf(`SELECT created_at, last_used_at, ended_at FROM sessions WHERE account_id ${ofAccounts}`)},
     'loginCodes', ${rowsOf('SELECT created_at, address FROM sms_codes WHERE mobile = $2')},
     'orders', ${rowsOf(`SELECT id, type, status, pay_type, device_id, outlet_id, gear, minutes, amount, refunded_amount,
       currency, coupon_no, created_at, started_at, ended_at, end_reason FROM orders WHERE placed_by ${ofAccounts} ORDER BY id`)},
     'payments', ${rowsOf(`SELECT order_id, number, provider, provider_ref, amount, currency, state, created_at, settled_at
       FROM payment_attempts WHERE order_id IN (${theirOrders}) ORDER BY id`)},
     'refunds', ${rowsOf(`SELECT order_id, provider, amount, currency, reason, state, created_at, done_at
       FROM refunds WHERE order_id IN (${theirOrders}) ORDER BY id`)},
     'feedback', ${rowsOf(`SELECT id, order_id, device_id, problem, description, reply, language, client, created_at
       FROM feedback WHERE account_id ${ofAccounts} ORDER BY id`)},
     'files', ${rowsOf(`SELECT url, content_type, bytes, feedback_id, created_at FROM files WHERE account_id ${ofAccounts}`)}
   ) AS data`,
);

/** Removes the person from the accounts; they stay for the orders that they placed. */
export const anonymise = statement<{ id: number }, [number[], Date]>(
  'personalData.anonymise',
  `UPDATE accounts SET mobile = NULL, account = NULL, name = '', password_hash = NULL, bound_outlet_id = NULL,
     disabled_at = coalesce(disabled_at, $2) WHERE id ${ofAccounts} RETURNING id`,
);
export const deleteWallets = statement<{ n: number }, [number[]]>(
  'personalData.wallets',
  `WITH gone AS (DELETE FROM wallets WHERE account_id ${ofAccounts} RETURNING 1) SELECT count(*) AS n FROM gone`,
);
export const deleteSessions = statement<{ n: number }, [number[]]>(
  'personalData.sessions',
  `WITH tickets AS (DELETE FROM event_tickets WHERE account_id ${ofAccounts}),
     gone AS (DELETE FROM sessions WHERE account_id ${ofAccounts} RETURNING 1) SELECT count(*) AS n FROM gone`,
);
/** Of the last hours: codes, wrong passwords, and what limits count. */
export const deleteTraces = statement<never, [string]>(
  'personalData.traces',
  `WITH codes AS (DELETE FROM sms_codes WHERE mobile = $1), tries AS (DELETE FROM login_attempts WHERE account = $1)
   DELETE FROM rate_limit_uses WHERE key = $1`,
);
export const emptyFeedback = statement<{ n: number }, [number[]]>(
  'personalData.feedback',
  `WITH gone AS (UPDATE feedback SET description = '', reply = NULL, language = NULL, client = NULL
     WHERE account_id ${ofAccounts} RETURNING 1) SELECT count(*) AS n FROM gone`,
);
export const deleteFiles = statement<{ key: string; stored: string | null }, [number[]]>(
  'personalData.files',
  `WITH room AS (DELETE FROM upload_reservations WHERE account_id ${ofAccounts})
   DELETE FROM files WHERE account_id ${ofAccounts} RETURNING key, stored`,
);
/** What was sent to a provider and shown to the payer names the payer's wallet. */
export const emptyAttempts = statement<never, [number[]]>(
  'personalData.attempts',
  `UPDATE payment_attempts SET request = NULL, way = NULL WHERE state <> 'open' AND order_id IN (${theirOrders})`,
);
/** Notices that were judged and name one of the user's payments. */
export const emptyNotices = statement<{ n: number }, [number[]]>(
  'personalData.notices',
  `WITH names AS (
     SELECT convert_to(name, 'UTF8') AS name, provider, created_at FROM payment_attempts,
       unnest(ARRAY[number, provider_ref]) AS name WHERE name IS NOT NULL AND order_id IN (${theirOrders})),
   gone AS (UPDATE payment_notices p SET headers = '{}', body = '' FROM names n WHERE p.outcome IS NOT NULL
     AND p.provider = n.provider AND p.received_at >= n.created_at AND position(n.name IN p.body) > 0 RETURNING p.id)
   SELECT count(DISTINCT id) AS n FROM gone`,
);
