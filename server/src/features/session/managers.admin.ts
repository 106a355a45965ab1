import { canonicalAccount } from '@recline/contract/accounts';
import type { Permission } from '@recline/contract/call';
import { type Admin, refuse } from '../../platform/admin.ts';
import { type Db, transaction } from '../../platform/db.ts';
import { record } from '../audit/index.ts';
import { findOutlet } from '../outlets/index.ts';
import * as sql from './accounts.admin.sql.ts';
import { requireGoodPassword } from './passwords.rules.ts';
import { hashPassword } from './passwords.ts';
import { endSessionsOf } from './session.sql.ts';

const toManager = (row: sql.ManagerRow) => ({
  account: row.account,
  name: row.name,
  permissions: row.permissions,
  outlets: row.outlets.map(String),
  disabledAt: row.disabled_at,
});
export type Manager = ReturnType<typeof toManager>;

export interface NewManager {
  account: string;
  name: string;
  outletIds: number[];
  permissions: Permission[];
  password: string;
}

/** The outlets to set; those in `add` and `remove` are then added and removed. Without `set` the current ones stay. */
export interface OutletSelection {
  set?: number[] | undefined;
  add?: number[] | undefined;
  remove?: number[] | undefined;
}

export const listManagers = async (db: Db): Promise<(Manager & { lastUsedAt: Date | null })[]> =>
  (await sql.allManagers(db)).map((row) => ({ ...toManager(row), lastUsedAt: row.last_used_at }));

/** The manager, locked until the transaction ends. */
async function lockManager(db: Db, account: string): Promise<{ id: number; manager: Manager }> {
  const row = await sql.lockManager.maybe(db, canonicalAccount(account));
  if (!row) throw refuse('managerNotFound', { account });
  return { id: row.id, manager: toManager(row) };
}

async function setOutlets(db: Db, accountId: number, outletIds: number[]): Promise<void> {
  for (const outletId of outletIds) await findOutlet(db, outletId);
  await sql.clearOutlets(db, accountId);
  await sql.addOutlets(db, accountId, [...new Set(outletIds)]);
}

async function hashNew(password: string): Promise<string> {
  requireGoodPassword(password);
  return hashPassword(password);
}

export async function addManager(admin: Admin, manager: NewManager): Promise<Manager> {
  const { name, permissions, outletIds, password } = manager;
  const account = canonicalAccount(manager.account);
  if (account === null) throw refuse('accountInvalid', { account: manager.account });
  const passwordHash = await hashNew(password);
  return transaction(admin.pool, async (db) => {
    const inserted = await sql.insertManager.maybe(db, account, name, passwordHash, [...new Set(permissions)]);
    if (!inserted) throw refuse('accountExists', { account });
    await setOutlets(db, inserted.id, outletIds);
    const { manager: after } = await lockManager(db, account);
    await record(db, admin.actor, 'manager add', `account ${account}`, null, after);
    return after;
  });
}

/** Changes one manager and records old and new values. */
const changeManager = (
  admin: Admin,
  action: string,
  account: string,
  work: (db: Db, id: number, before: Manager) => Promise<unknown>,
): Promise<Manager> =>
  transaction(admin.pool, async (db) => {
    const { id, manager: before } = await lockManager(db, account);
    await work(db, id, before);
    const { manager: after } = await lockManager(db, account);
    await record(db, admin.actor, action, `account ${before.account}`, before, after);
    return after;
  });

export const setManagerPermissions = (admin: Admin, account: string, permissions: Permission[]) =>
  changeManager(admin, 'manager permissions', account, (db, id) =>
    sql.setPermissions(db, id, [...new Set(permissions)]),
  );

export const setManagerOutlets = (admin: Admin, account: string, { set, add = [], remove = [] }: OutletSelection) =>
  changeManager(admin, 'manager outlets', account, (db, id, before) => {
    const wanted = [...(set ?? before.outlets.map(Number)), ...add];
    return setOutlets(
      db,
      id,
      wanted.filter((outletId) => !remove.includes(outletId)),
    );
  });

/** Sets a new password and ends every session. */
export async function resetManagerPassword(admin: Admin, account: string, password: string): Promise<Manager> {
  const passwordHash = await hashNew(password);
  return changeManager(admin, 'manager reset-password', account, async (db, id) => {
    await sql.setPassword(db, id, passwordHash);
    await endSessionsOf(db, id, admin.clock(), 'logout');
  });
}

/** Refuses logins and ends every session. */
export const disableManager = (admin: Admin, account: string) =>
  changeManager(admin, 'manager disable', account, async (db, id, before) => {
    await sql.setDisabled(db, id, before.disabledAt ?? admin.clock());
    await endSessionsOf(db, id, admin.clock(), 'disabled');
  });

export const enableManager = (admin: Admin, account: string) =>
  changeManager(admin, 'manager enable', account, (db, id) => sql.setDisabled(db, id, null));
