import { permissions as allPermissions, type Permission } from '@recline/contract/call';
import { hashPassword } from '../features/session/passwords.ts';
import { endSessionsOf } from '../features/session/session.sql.ts';
import { type Db, statement } from '../platform/db.ts';
import { command, optional, required } from './command.ts';
import { type Context, change } from './context.ts';
import { notFound, refused, usage } from './failure.ts';
import * as fields from './fields.ts';
import { findOutlet } from './outlets.ts';
import { listed, said } from './output.ts';
import { choosePassword, passwordOptions } from './passwords.ts';

interface ManagerRow {
  id: number;
  account: string;
  name: string;
  permissions: Permission[];
  outlets: number[];
  disabled_at: Date | null;
  last_used_at: Date | null;
}

const selection = `SELECT a.id, a.account, a.name, a.permissions, a.disabled_at,
    ARRAY(SELECT outlet_id FROM account_outlets o WHERE o.account_id = a.id ORDER BY 1)::float8[] AS outlets,
    (SELECT max(last_used_at) FROM sessions s WHERE s.account_id = a.id) AS last_used_at
  FROM accounts a WHERE a.role = 'manager'`;
const selectAll = statement<ManagerRow, []>('cli.managers.all', `${selection} ORDER BY a.id`);
const selectOne = statement<ManagerRow, [string]>(
  'cli.managers.one',
  `${selection} AND lower(a.account) = lower($1) FOR UPDATE`,
);
const loginTaken = statement<{ id: number }, [string]>(
  'cli.managers.taken',
  'SELECT id FROM accounts WHERE lower(account) = lower($1)',
);
const insert = statement<{ id: number }, [string, string, string, Permission[]]>(
  'cli.managers.insert',
  `INSERT INTO accounts (role, account, name, password_hash, permissions)
   VALUES ('manager', $1, $2, $3, $4) RETURNING id`,
);
const setPermissions = statement<never, [number, Permission[]]>(
  'cli.managers.permissions',
  'UPDATE accounts SET permissions = $2 WHERE id = $1',
);
const clearOutlets = statement<never, [number]>(
  'cli.managers.clearOutlets',
  'DELETE FROM account_outlets WHERE account_id = $1',
);
const addOutlets = statement<never, [number, number[]]>(
  'cli.managers.addOutlets',
  'INSERT INTO account_outlets (account_id, outlet_id) SELECT $1, unnest($2::bigint[])',
);
const setPassword = statement<never, [number, string]>(
  'cli.managers.password',
  'UPDATE accounts SET password_hash = $2 WHERE id = $1',
);
export const setDisabled = statement<never, [number, Date | null]>(
  'cli.accounts.disabled',
  'UPDATE accounts SET disabled_at = $2 WHERE id = $1',
);

const shape = (row: ManagerRow) => ({
  account: row.account,
  name: row.name,
  permissions: row.permissions,
  outlets: row.outlets.map(String),
  disabledAt: row.disabled_at,
});
type Manager = ReturnType<typeof shape>;

async function findManager(db: Db, account: string): Promise<{ id: number; manager: Manager }> {
  const row = await selectOne.maybe(db, account);
  if (!row) throw notFound(`No outlet manager ${account}. \`recline manager list\` shows them.`);
  return { id: row.id, manager: shape(row) };
}

/** The ids, each once and each an outlet's. */
async function knownOutlets(db: Db, ids: number[]): Promise<number[]> {
  for (const id of ids) await findOutlet(db, id);
  return [...new Set(ids)];
}

const theManager = { account: required('ACCOUNT', "The manager's login", fields.login) };
const permissionNames = `Any of ${allPermissions.join(', ')}, with commas between`;

const add = command({
  name: 'manager add',
  summary: 'Adds an outlet manager',
  options: {
    account: required('LOGIN', 'What the manager logs in as', fields.login),
    name: required('NAME', "The manager's name", fields.name),
    outlets: required('IDS', 'The outlets it sees, with commas between', fields.listOf(fields.id)),
    permissions: optional('LIST', `${permissionNames}; all, if not given`, fields.permissionList),
    ...passwordOptions,
  },
  examples: [
    'manager add --account lin --name "林晓" --outlets 1,2',
    'manager add --account mei --name Mei --outlets 1 --password-stdin < password.txt',
  ],
  async run(context, { account, name, outlets, permissions = [...allPermissions], ...how }) {
    const { password, generated } = await choosePassword(context.io, how);
    const passwordHash = await hashPassword(password);
    return change(context, async (db, record) => {
      if (await loginTaken.maybe(db, account)) throw refused(`There is an account ${account} already.`);
      const { id } = await insert.one(db, account, name, passwordHash, [...new Set(permissions)]);
      await addOutlets(db, id, await knownOutlets(db, outlets));
      const { manager } = await findManager(db, account);
      await record('manager add', `account ${account}`, null, manager);
      return withPassword(`Manager ${account} (${name}) can log in.`, manager, password, generated);
    });
  },
});

const withPassword = (text: string, json: object, password: string, generated: boolean) =>
  generated
    ? said(`${text}\nPassword: ${password}\nThe password is shown this once: hand it on now.`, { ...json, password })
    : said(text, json);

const list = command({
  name: 'manager list',
  summary: 'Lists the outlet managers',
  examples: ['manager list'],
  async run({ pool }) {
    const rows = (await selectAll(pool)).map((row) => ({ ...shape(row), lastUsedAt: row.last_used_at }));
    type Row = (typeof rows)[number];
    const columns = {
      ACCOUNT: (row: Row) => row.account,
      NAME: (row: Row) => row.name,
      OUTLETS: (row: Row) => row.outlets.join(','),
      PERMISSIONS: (row: Row) => row.permissions.join(','),
      'LAST USED': (row: Row) => row.lastUsedAt,
      DISABLED: (row: Row) => row.disabledAt,
    };
    return listed(rows, columns, 'No outlet managers yet. `recline manager add` makes one.');
  },
});

/** A change of one manager, with what it was and what it is in the audit log. */
const changeManager = (
  context: Context,
  action: string,
  account: string,
  work: (db: Db, id: number, before: Manager) => Promise<unknown>,
) =>
  change(context, async (db, record) => {
    const { id, manager: before } = await findManager(db, account);
    await work(db, id, before);
    const { manager: after } = await findManager(db, account);
    await record(action, `account ${before.account}`, before, after);
    return after;
  });

const permissions = command({
  name: 'manager permissions',
  summary: 'Sets which tabs a manager sees',
  arguments: theManager,
  options: { set: required('LIST', permissionNames, fields.permissionList) },
  examples: ['manager permissions lin --set home,user'],
  async run(context, { account, set }) {
    const after = await changeManager(context, 'manager permissions', account, (db, id) =>
      setPermissions(db, id, [...new Set(set)]),
    );
    return said(`Manager ${after.account} has ${after.permissions.join(', ') || 'no permissions'}.`, after);
  },
});

const outlets = command({
  name: 'manager outlets',
  summary: 'Sets which outlets a manager sees',
  arguments: theManager,
  options: {
    set: optional('IDS', 'Exactly these, with commas between', fields.listOf(fields.id)),
    add: optional('IDS', 'These besides', fields.listOf(fields.id)),
    remove: optional('IDS', 'These no more', fields.listOf(fields.id)),
  },
  examples: ['manager outlets lin --set 1,2', 'manager outlets lin --add 3 --remove 1'],
  async run(context, { account, set, add: more = [], remove = [] }) {
    if (set === undefined && more.length + remove.length === 0) throw usage('Give --set, --add or --remove.');
    const after = await changeManager(context, 'manager outlets', account, async (db, id, before) => {
      const base = set ?? before.outlets.map(Number);
      const wanted = await knownOutlets(
        db,
        [...base, ...more].filter((outlet) => !remove.includes(outlet)),
      );
      await clearOutlets(db, id);
      await addOutlets(db, id, wanted);
    });
    return said(`Manager ${after.account} sees ${after.outlets.join(', ') || 'no outlets'}.`, after);
  },
});

const resetPassword = command({
  name: 'manager reset-password',
  summary: 'Gives a manager a new password and logs it out',
  arguments: theManager,
  options: passwordOptions,
  examples: ['manager reset-password lin', 'manager reset-password lin --ask-password'],
  async run(context, { account, ...how }) {
    const { password, generated } = await choosePassword(context.io, how);
    const passwordHash = await hashPassword(password);
    const after = await changeManager(context, 'manager reset-password', account, async (db, id) => {
      await setPassword(db, id, passwordHash);
      await endSessionsOf(db, id, context.clock(), 'logout');
    });
    return withPassword(`Manager ${after.account} has a new password.`, after, password, generated);
  },
});

const disable = command({
  name: 'manager disable',
  summary: 'Locks a manager out, at once',
  arguments: theManager,
  examples: ['manager disable lin'],
  async run(context, { account }) {
    const after = await changeManager(context, 'manager disable', account, async (db, id, before) => {
      await setDisabled(db, id, before.disabledAt ?? context.clock());
      await endSessionsOf(db, id, context.clock(), 'disabled');
    });
    return said(`Manager ${after.account} is locked out.`, after);
  },
});

const enable = command({
  name: 'manager enable',
  summary: 'Lets a manager in again',
  arguments: theManager,
  examples: ['manager enable lin'],
  async run(context, { account }) {
    const after = await changeManager(context, 'manager enable', account, (db, id) => setDisabled(db, id, null));
    return said(`Manager ${after.account} can log in again.`, after);
  },
});

export const managerCommands = [add, list, permissions, outlets, resetPassword, disable, enable];
