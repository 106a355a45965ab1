import type { Permission } from '@recline/contract/call';
import type { Currency } from '@recline/contract/money';
import { statement } from '../../platform/db.ts';
import { makeDeletion } from '../../platform/old-rows.sql.ts';
import type { Ending } from './session.rules.ts';

export interface CallerRow {
  account_id: number;
  role: 'manager' | 'consumer';
  account: string;
  mobile: string | null;
  name: string;
  permissions: Permission[];
  bound_outlet_id: number | null;
  outlet_ids: number[];
  created_at: Date;
  last_used_at: Date;
  end_reason: Ending | null;
}

export const callerByToken = statement<CallerRow, [Buffer]>(
  'session.callerByToken',
  `SELECT s.account_id, a.role, coalesce(a.account, a.mobile, '') AS account, a.mobile, a.name, a.permissions, a.bound_outlet_id,
     s.created_at, s.last_used_at, s.end_reason,
     to_json(ARRAY(SELECT o.outlet_id FROM account_outlets o WHERE o.account_id = s.account_id ORDER BY 1)) AS outlet_ids
   FROM sessions s JOIN accounts a ON a.id = s.account_id
   WHERE s.token_hash = $1`,
);

/** `$1`: a JSON array of token hashes and instants. */
export const touchSessions = statement<never, [string]>(
  'session.touch',
  `UPDATE sessions s SET last_used_at = v.last_used_at
   FROM json_to_recordset($1::json) AS v (token_hash bytea, last_used_at timestamptz)
   WHERE s.token_hash = v.token_hash AND s.ended_at IS NULL AND s.last_used_at < v.last_used_at`,
);

export const endSession = statement<never, [Buffer, Date, Ending]>(
  'session.end',
  'UPDATE sessions SET ended_at = $2, end_reason = $3 WHERE token_hash = $1 AND ended_at IS NULL',
);

export const endSessionsOf = statement<never, [number, Date, Ending]>(
  'session.endAllOf',
  'UPDATE sessions SET ended_at = $2, end_reason = $3 WHERE account_id = $1 AND ended_at IS NULL',
);

export const insertSession = statement<never, [Buffer, number, boolean, Date]>(
  'session.insert',
  `INSERT INTO sessions (token_hash, account_id, exclusive, created_at, last_used_at) VALUES ($1, $2, $3, $4, $4)`,
);

export const sessionExists = statement<{ exists: true }, [Buffer]>(
  'session.exists',
  'SELECT true AS exists FROM sessions WHERE token_hash = $1',
);

/** Sessions of managers (`exclusive`) and of end users that were last used before an instant. */
export const deleteOldSessions = statement<never, [boolean, Date]>(
  'session.deleteOldSessions',
  'DELETE FROM sessions WHERE exclusive = $1 AND last_used_at < $2',
);

/** Sessions that were ended. */
export const oldSessions = makeDeletion('sessions', {
  table: 'sessions',
  key: 'token_hash',
  at: 'ended_at',
  where: 'ended_at IS NOT NULL',
});

interface AccountRow {
  id: number;
  role: 'manager' | 'consumer' | 'operator';
  password_hash: string | null;
  disabled: boolean;
}

/** By the canonical login; null matches nobody, and takes as long. */
export const accountByLogin = statement<AccountRow, [string | null]>(
  'session.accountByLogin',
  `SELECT id, role, password_hash, disabled_at IS NOT NULL AS disabled FROM accounts WHERE account = $1`,
);

export const lockAccount = statement<never, [number]>(
  'session.lockAccount',
  'SELECT FROM accounts WHERE id = $1 FOR UPDATE',
);

export const outletsOf = statement<
  { id: number; name: string; currency: Currency; time_zone: string; closed: boolean },
  [number]
>(
  'session.outletsOf',
  `SELECT o.id, o.name, o.currency, o.time_zone, o.closed_at IS NOT NULL AS closed FROM published_outlets o JOIN account_outlets a ON a.outlet_id = o.id
   WHERE a.account_id = $1 ORDER BY closed, o.id`,
);

// Attempts ----------------------------------------------------------------------------------

export const recentAttempts = statement<
  { account_count: number; account_oldest: Date | null; address_count: number; address_oldest: Date | null },
  [string, string, Date]
>(
  'session.recentAttempts',
  `SELECT
     (SELECT count(*) FROM login_attempts WHERE account = $1 AND at > $3) AS account_count,
     (SELECT min(at) FROM login_attempts WHERE account = $1 AND at > $3) AS account_oldest,
     (SELECT count(*) FROM login_attempts WHERE address = $2 AND at > $3) AS address_count,
     (SELECT min(at) FROM login_attempts WHERE address = $2 AND at > $3) AS address_oldest`,
);
export const recordAttempt = statement<{ id: number }, [string, string, Date]>(
  'session.recordAttempt',
  'INSERT INTO login_attempts (account, address, at) VALUES ($1, $2, $3) RETURNING id',
);
/** Serializes the transactions of one account, number or address, so that parallel attempts are counted one by one. */
export const lockLogin = statement<never, [string]>(
  'session.lockLogin',
  'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
);
export const clearAttempts = statement<never, [string]>(
  'session.clearAttempts',
  'DELETE FROM login_attempts WHERE account = $1',
);
export const deleteOldAttempts = statement<never, [Date]>(
  'session.deleteOldAttempts',
  'DELETE FROM login_attempts WHERE at < $1',
);

// Keys --------------------------------------------------------------------------------------

interface KeyRow {
  key_id: string;
  public_key: string;
  private_key: string;
}
export const newestKey = statement<KeyRow, [Date]>(
  'session.newestKey',
  'SELECT * FROM login_keys WHERE created_at > $1 ORDER BY created_at DESC LIMIT 1',
);
export const keyById = statement<KeyRow, [string, Date]>(
  'session.keyById',
  'SELECT * FROM login_keys WHERE key_id = $1 AND created_at > $2',
);
export const insertKey = statement<never, [string, string, string, Date]>(
  'session.insertKey',
  'INSERT INTO login_keys (key_id, public_key, private_key, created_at) VALUES ($1, $2, $3, $4)',
);
export const deleteOldKeys = statement<never, [Date]>(
  'session.deleteOldKeys',
  'DELETE FROM login_keys WHERE created_at < $1',
);

export const isOurKey = statement<{ known: boolean }, [string]>(
  'session.isOurKey',
  'SELECT EXISTS (SELECT FROM login_keys WHERE key_id = $1) AS known',
);

// Recent callers, as the limits saw them ---------------------------------------------

export const recentCallers = statement<{ count: number; addresses: number; one: string | null }, []>(
  'session.recentCallers',
  `SELECT count(*), count(DISTINCT address) AS addresses, min(address) AS one
   FROM (SELECT address FROM login_attempts UNION ALL SELECT address FROM sms_codes) a`,
);

// Tickets for the event stream ----------------------------------------------------------------------

/** Keeps an account's newest tickets up to the limit and deletes the rest. */
export const insertTicket = statement<never, [Buffer, number, Buffer, Date, number]>(
  'session.insertTicket',
  `WITH older AS (DELETE FROM event_tickets WHERE ticket_hash IN
     (SELECT ticket_hash FROM event_tickets WHERE account_id = $2 ORDER BY expires_at DESC OFFSET $5::int - 1))
   INSERT INTO event_tickets (ticket_hash, account_id, token_hash, expires_at) VALUES ($1, $2, $3, $4)`,
);
export const takeTicket = statement<{ token_hash: Buffer; expires_at: Date }, [Buffer]>(
  'session.takeTicket',
  'DELETE FROM event_tickets WHERE ticket_hash = $1 RETURNING token_hash, expires_at',
);
export const deleteOldTickets = statement<never, [Date]>(
  'session.deleteOldTickets',
  'DELETE FROM event_tickets WHERE expires_at < $1',
);
