import { statement } from '../../platform/db.ts';
import { makeTimeline } from '../../platform/old-rows.sql.ts';

/** An end user without a number; it has no name either. */
export const insertGuest = statement<{ id: number }, [Date]>(
  'guests.insert',
  `INSERT INTO accounts (role, name, created_at) VALUES ('consumer', '', $1) RETURNING id`,
);

interface EndUserRow {
  id: number;
  role: string;
  mobile: string | null;
  disabled: boolean;
  merged_into: number | null;
}
const endUser = 'SELECT id, role, mobile, disabled_at IS NOT NULL AS disabled, merged_into FROM accounts';

export const lockById = statement<EndUserRow, [number]>('guests.lockById', `${endUser} WHERE id = $1 FOR UPDATE`);
export const lockByMobile = statement<EndUserRow, [string]>(
  'guests.lockByMobile',
  `${endUser} WHERE mobile = $1 FOR UPDATE`,
);
export const insertWithMobile = statement<{ id: number }, [string, string, Date]>(
  'guests.insertWithMobile',
  `INSERT INTO accounts (role, mobile, name, created_at) VALUES ('consumer', $1, $2, $3) RETURNING id`,
);
export const setMobile = statement<never, [number, string, string]>(
  'guests.setMobile',
  `UPDATE accounts SET mobile = $2, name = CASE name WHEN '' THEN $3 ELSE name END WHERE id = $1`,
);
export const markMerged = statement<never, [number, number]>(
  'guests.markMerged',
  'UPDATE accounts SET merged_into = $2 WHERE id = $1',
);
export const moveWallets = statement<never, [number, number]>(
  'guests.moveWallets',
  'UPDATE wallets SET account_id = $2 WHERE account_id = $1',
);
/** Accounts that were merged into another and have new rows. */
export const mergedWithLeftovers = statement<{ id: number; merged_into: number }, []>(
  'guests.mergedWithLeftovers',
  `SELECT id, merged_into FROM accounts a WHERE merged_into IS NOT NULL
     AND (EXISTS (SELECT FROM published_orders WHERE placed_by = a.id) OR EXISTS (SELECT FROM published_files WHERE account_id = a.id))`,
);

const nothingIn = (table: string, column = 'account_id') =>
  `NOT EXISTS (SELECT FROM ${table} x WHERE x.${column} = t.account_id)`;

/**
 * Guests without an order, by the last use of their newest session: people who scanned a chair and left. Wallets,
 * sessions and consents go with the account, so that nothing refers to it any more.
 */
export const oldGuests = makeTimeline({
  kind: 'guests',
  table: 'sessions',
  beginning: '(SELECT min(last_used_at) FROM sessions)',
  at: 'last_used_at',
  where: `EXISTS (SELECT FROM accounts a WHERE a.id = t.account_id AND a.role = 'consumer' AND a.mobile IS NULL
      AND a.account IS NULL AND a.bound_outlet_id IS NULL AND a.merged_into IS NULL AND a.disabled_at IS NULL)
    AND NOT EXISTS (SELECT FROM sessions s WHERE s.account_id = t.account_id AND s.last_used_at > t.last_used_at)
    AND ${nothingIn('accounts', 'merged_into')} AND ${nothingIn('published_orders', 'placed_by')}
    AND ${nothingIn('published_feedback')} AND ${nothingIn('published_files')}
    AND ${nothingIn('published_upload_reservations')}`,
  drop: (where) => `nobody AS (SELECT DISTINCT t.account_id AS id FROM sessions t WHERE ${where}),
    their_tickets AS (DELETE FROM event_tickets WHERE account_id IN (SELECT id FROM nobody)),
    their_wallets AS (DELETE FROM wallets WHERE account_id IN (SELECT id FROM nobody)),
    their_sessions AS (DELETE FROM sessions WHERE account_id IN (SELECT id FROM nobody)),
    dropped AS (DELETE FROM accounts WHERE id IN (SELECT id FROM nobody) RETURNING 1)`,
});
