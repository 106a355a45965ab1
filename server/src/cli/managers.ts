import { permissions as allPermissions } from '@recline/contract/call';
import {
  addManager,
  disableManager,
  enableManager,
  listManagers,
  type Manager,
  resetManagerPassword,
  setManagerOutlets,
  setManagerPermissions,
} from '../features/session/index.ts';
import { command, optional, required } from './command.ts';
import { usage } from './failure.ts';
import * as fields from './fields.ts';
import { listed, said } from './output.ts';
import { type ChosenPassword, choosePassword, passwordOptions } from './passwords.ts';

const managerArgument = { account: required('ACCOUNT', "The manager's login", fields.login) };
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
  async run(context, { account, name, outlets: outletIds, permissions = [...allPermissions], ...source }) {
    const chosen = await choosePassword(context.io, source);
    const { password } = chosen;
    const manager = await addManager(context, { account, name, outletIds, permissions, password });
    return withPassword(`Manager ${account} (${name}) can log in.`, manager, chosen);
  },
});

const withPassword = (text: string, manager: Manager, { password, generated }: ChosenPassword) =>
  generated
    ? said(`${text}\nPassword: ${password}\nThe password is shown this once: hand it on now.`, { ...manager, password })
    : said(text, manager);

const list = command({
  name: 'manager list',
  summary: 'Lists the outlet managers',
  examples: ['manager list'],
  async run({ pool }) {
    const rows = await listManagers(pool);
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

const permissions = command({
  name: 'manager permissions',
  summary: 'Sets the tabs that a manager sees',
  arguments: managerArgument,
  options: { set: required('LIST', permissionNames, fields.permissionList) },
  examples: ['manager permissions lin --set home,user'],
  async run(context, { account, set }) {
    const manager = await setManagerPermissions(context, account, set);
    return said(`Manager ${manager.account} has ${manager.permissions.join(', ') || 'no permissions'}.`, manager);
  },
});

const outlets = command({
  name: 'manager outlets',
  summary: 'Sets the outlets that a manager sees',
  arguments: managerArgument,
  options: {
    set: optional('IDS', 'Exactly these, with commas between', fields.listOf(fields.id)),
    add: optional('IDS', 'These besides', fields.listOf(fields.id)),
    remove: optional('IDS', 'These no more', fields.listOf(fields.id)),
  },
  examples: ['manager outlets lin --set 1,2', 'manager outlets lin --add 3 --remove 1'],
  async run(context, { account, ...selection }) {
    const { set, add: added = [], remove = [] } = selection;
    if (set === undefined && added.length + remove.length === 0) throw usage('Give --set, --add or --remove.');
    const manager = await setManagerOutlets(context, account, selection);
    return said(`Manager ${manager.account} sees ${manager.outlets.join(', ') || 'no outlets'}.`, manager);
  },
});

const resetPassword = command({
  name: 'manager reset-password',
  summary: 'Gives a manager a new password and ends the session',
  arguments: managerArgument,
  options: passwordOptions,
  examples: ['manager reset-password lin', 'manager reset-password lin --ask-password'],
  async run(context, { account, ...source }) {
    const chosen = await choosePassword(context.io, source);
    const manager = await resetManagerPassword(context, account, chosen.password);
    return withPassword(`Manager ${manager.account} has a new password.`, manager, chosen);
  },
});

const disable = command({
  name: 'manager disable',
  summary: "Disables a manager's account at once",
  arguments: managerArgument,
  examples: ['manager disable lin'],
  async run(context, { account }) {
    const manager = await disableManager(context, account);
    return said(`Manager ${manager.account} is locked out.`, manager);
  },
});

const enable = command({
  name: 'manager enable',
  summary: "Enables a manager's account again",
  arguments: managerArgument,
  examples: ['manager enable lin'],
  async run(context, { account }) {
    const manager = await enableManager(context, account);
    return said(`Manager ${manager.account} can log in again.`, manager);
  },
});

export const managerCommands = [add, list, permissions, outlets, resetPassword, disable, enable];
