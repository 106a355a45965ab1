import type { Permission } from '@recline/contract/call';
import { statement } from '../../platform/db.ts';

export const setDisabled = statement<never, [number, Date | null]>(
  'accounts.setDisabled',
  'UPDATE accounts SET disabled_at = $2 WHERE id = $1',
);

// Managers ----------------------------------------------------------------------------------

export interface ManagerRow {
  id: number;
  account: string;
  name: string;
  permissions: Permission[];
  outlets: number[];
  disabled_at: Date | null;
  last_used_at: Date | null;
}

const managers = `SELECT a.id, a.account, a.name, a.permissions, a.disabled_at,
    ARRAY(SELECT outlet_id FROM account_outlets o WHERE o.account_id = a.id ORDER BY 1)::float8[] AS outlets,
    (SELECT max(last_used_at) FROM sessions s WHERE s.account_id = a.id) AS last_used_at
  FROM accounts a WHERE a.role = 'manager'`;

export const allManagers = statement<ManagerRow, []>('managers.all', `${managers} ORDER BY a.id`);
/** By the canonical login; null matches nobody. */
export const lockManager = statement<ManagerRow, [string | null]>(
  'managers.lock',
  `${managers} AND a.account = $1 FOR UPDATE`,
);
/** No row if the login is taken. */
export const insertManager = statement<{ id: number }, [string, string, string, Permission[]]>(
  'managers.insert',
  `INSERT INTO accounts (role, account, name, password_hash, permissions) VALUES ('manager', $1, $2, $3, $4)
   ON CONFLICT (account) DO NOTHING RETURNING id`,
);
export const setPermissions = statement<never, [number, Permission[]]>(
  'managers.setPermissions',
  'UPDATE accounts SET permissions = $2 WHERE id = $1',
);
export const setPassword = statement<never, [number, string]>(
  'managers.setPassword',
  'UPDATE accounts SET password_hash = $2 WHERE id = $1',
);
export const clearOutlets = statement<never, [number]>(
  'managers.clearOutlets',
  'DELETE FROM account_outlets WHERE account_id = $1',
);
export const addOutlets = statement<never, [number, number[]]>(
  'managers.addOutlets',
  'INSERT INTO account_outlets (account_id, outlet_id) SELECT $1, unnest($2::bigint[])',
);

// Members -----------------------------------------------------------------------------------

export interface MemberRow {
  id: number;
  mobile: string;
  name: string;
  outlet_id: number | null;
  outlet_name: string | null;
  disabled_at: Date | null;
}

const members = `SELECT a.id, a.mobile, a.name, a.bound_outlet_id AS outlet_id, o.name AS outlet_name,
    a.disabled_at
  FROM accounts a LEFT JOIN published_outlets o ON o.id = a.bound_outlet_id`;

export const boundMembers = statement<MemberRow, []>(
  'members.bound',
  `${members} WHERE a.role = 'consumer' AND a.bound_outlet_id IS NOT NULL ORDER BY a.id`,
);
export const lockMember = statement<MemberRow, [string]>(
  'members.lock',
  `${members} WHERE a.role = 'consumer' AND a.mobile = $1 FOR UPDATE OF a`,
);
/** No row if the mobile number is taken. */
export const insertMember = statement<{ id: number }, [string, string, number]>(
  'members.insert',
  `INSERT INTO accounts (role, mobile, name, bound_outlet_id) VALUES ('consumer', $1, $2, $3)
   ON CONFLICT (mobile) DO NOTHING RETURNING id`,
);
export const bindMember = statement<never, [number, number | null]>(
  'members.bind',
  'UPDATE accounts SET bound_outlet_id = $2 WHERE id = $1',
);
