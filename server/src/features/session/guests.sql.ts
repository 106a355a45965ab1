import { statement } from '../../platform/db.ts';

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
export const moveConsents = statement<never, [number, number]>(
  'guests.moveConsents',
  `INSERT INTO consents (account_id, version, occasion, at)
   SELECT $2, version, occasion, at FROM consents WHERE account_id = $1 ON CONFLICT DO NOTHING`,
);
/** Accounts that became part of another and have something of their own again. */
export const mergedWithLeftovers = statement<{ id: number; merged_into: number }, []>(
  'guests.mergedWithLeftovers',
  `SELECT id, merged_into FROM accounts a WHERE merged_into IS NOT NULL
     AND (EXISTS (SELECT FROM orders WHERE placed_by = a.id) OR EXISTS (SELECT FROM files WHERE account_id = a.id))`,
);
