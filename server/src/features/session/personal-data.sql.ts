import { statement } from '../../platform/db.ts';

/** The person's accounts: the one with the number, and those merged into it. */
export const lockAccountsOf = statement<{ id: number }, [string]>(
  'session.lockAccountsOf',
  `SELECT id FROM accounts WHERE role = 'consumer' AND (mobile = $1
     OR merged_into IN (SELECT id FROM accounts WHERE role = 'consumer' AND mobile = $1)) ORDER BY id FOR UPDATE`,
);

/** Likewise for a guest, by the account that placed an order. */
export const lockGuest = statement<{ id: number; has_number: boolean }, [number]>(
  'session.lockGuest',
  `SELECT id, mobile IS NOT NULL AS has_number FROM accounts WHERE role = 'consumer' AND (id = $1 OR merged_into = $1)
   ORDER BY id FOR UPDATE`,
);

export const exportAccounts = statement<object, [number[]]>(
  'session.exportAccounts',
  'SELECT id, mobile, name, created_at, disabled_at, bound_outlet_id FROM accounts WHERE id = ANY($1::bigint[])',
);
export const exportWallets = statement<object, [number[]]>(
  'session.exportWallets',
  'SELECT wallet, user_id, created_at, last_used_at FROM wallets WHERE account_id = ANY($1::bigint[])',
);
export const exportSessions = statement<object, [number[]]>(
  'session.exportSessions',
  'SELECT created_at, last_used_at, ended_at FROM sessions WHERE account_id = ANY($1::bigint[])',
);
export const exportCodes = statement<object, [string]>(
  'session.exportCodes',
  'SELECT created_at, address FROM sms_codes WHERE mobile = $1',
);

/** Removes the person from the accounts, which stay for the orders that they placed. */
export const anonymise = statement<never, [number[], Date]>(
  'session.anonymise',
  `UPDATE accounts SET mobile = NULL, account = NULL, name = '', password_hash = NULL, bound_outlet_id = NULL,
     disabled_at = coalesce(disabled_at, $2) WHERE id = ANY($1::bigint[])`,
);
export const deleteWallets = statement<{ wallet: string }, [number[]]>(
  'session.deleteWallets',
  'DELETE FROM wallets WHERE account_id = ANY($1::bigint[]) RETURNING wallet',
);
export const deleteSessions = statement<{ account_id: number }, [number[]]>(
  'session.deleteSessions',
  `WITH tickets AS (DELETE FROM event_tickets WHERE account_id = ANY($1::bigint[]))
   DELETE FROM sessions WHERE account_id = ANY($1::bigint[]) RETURNING account_id`,
);
/** Login codes and wrong passwords of the last hours. */
export const deleteLoginTraces = statement<never, [string]>(
  'session.deleteLoginTraces',
  `WITH codes AS (DELETE FROM sms_codes WHERE mobile = $1) DELETE FROM login_attempts WHERE account = $1`,
);
