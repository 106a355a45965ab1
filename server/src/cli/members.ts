import {
  addMember,
  adminMobile,
  bindMember,
  disableMember,
  enableMember,
  listMembers,
  type Member,
  unbindMember,
} from '../features/session/index.ts';
import { command, required } from './command.ts';
import * as fields from './fields.ts';
import { listed, said } from './output.ts';
import { erase as erasePerson, exportTo, newFile } from './personal-data.ts';

const memberArgument = { mobile: required('MOBILE', 'The mobile number it logs in with', fields.mobile) };
const outletOption = required('ID', 'The only outlet whose chairs it may start', fields.id);

const add = command({
  name: 'member add',
  summary: 'Adds a member: a guest of one outlet, who logs in by SMS code',
  options: {
    mobile: memberArgument.mobile,
    name: required('NAME', "The member's name", fields.name),
    outlet: outletOption,
  },
  examples: ['member add --mobile 13800000001 --name "王芳" --outlet 1'],
  async run(context, { mobile, name, outlet: outletId }) {
    const member = await addMember(context, { mobile: adminMobile(mobile, context.env), name, outletId });
    return said(`Member ${member.mobile} (${name}) belongs to ${member.outletName}.`, member);
  },
});

const list = command({
  name: 'member list',
  summary: 'Lists the members',
  examples: ['member list'],
  async run({ pool }) {
    const columns = {
      MOBILE: (row: Member) => row.mobile,
      NAME: (row: Member) => row.name,
      OUTLET: (row: Member) => `${row.outletId} ${row.outletName}`,
      DISABLED: (row: Member) => row.disabledAt,
    };
    return listed(await listMembers(pool), columns, 'No members. `recline member add` makes one.');
  },
});

const bind = command({
  name: 'member bind',
  summary: 'Binds a guest to an outlet, or to another one',
  arguments: memberArgument,
  options: { outlet: outletOption },
  examples: ['member bind 13800000001 --outlet 2'],
  async run(context, { mobile, outlet }) {
    const member = await bindMember(context, adminMobile(mobile, context.env), outlet);
    return said(`Member ${member.mobile} (${member.name}) belongs to ${member.outletName}.`, member);
  },
});

const unbind = command({
  name: 'member unbind',
  summary: 'Lets a member start chairs of any outlet',
  arguments: memberArgument,
  examples: ['member unbind 13800000001'],
  async run(context, { mobile }) {
    const member = await unbindMember(context, adminMobile(mobile, context.env));
    return said(`${member.mobile} (${member.name}) belongs to no outlet.`, member);
  },
});

const disable = command({
  name: 'member disable',
  summary: "Disables a guest's account at once",
  arguments: memberArgument,
  examples: ['member disable 13800000001'],
  async run(context, { mobile }) {
    const member = await disableMember(context, adminMobile(mobile, context.env));
    return said(`${member.mobile} (${member.name}) is locked out.`, member);
  },
});

const enable = command({
  name: 'member enable',
  summary: "Enables a guest's account again",
  arguments: memberArgument,
  examples: ['member enable 13800000001'],
  async run(context, { mobile }) {
    const member = await enableMember(context, adminMobile(mobile, context.env));
    return said(`${member.mobile} (${member.name}) can log in again.`, member);
  },
});

const exportOne = command({
  name: 'member export',
  summary: 'Writes the personal data of a guest with a number into a file (JSON)',
  arguments: { ...memberArgument, file: newFile },
  examples: ['member export 13800000001 person.json'],
  async run(context, { mobile, file }) {
    return exportTo(file, context, { mobile: adminMobile(mobile, context.env) });
  },
});

const erase = command({
  name: 'member erase',
  summary: 'Erases the personal data of a guest with a number; orders and payments stay',
  notes:
    'It erases number, wallets, sessions, notices, and the texts and files of feedback. Orders and payments stay, without a person;\ndocs/privacy.md says what else is kept.',
  arguments: memberArgument,
  confirms: ({ mobile }) => `All that is known of ${mobile} but the money is erased.`,
  rehearses: true,
  examples: ['member erase 13800000001 --dry-run', 'member erase 13800000001 --yes'],
  async run(context, { mobile }) {
    return erasePerson(context, { mobile: adminMobile(mobile, context.env) });
  },
});

export const memberCommands = [add, list, bind, unbind, disable, enable, exportOne, erase];
