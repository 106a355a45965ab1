import { endSessionsOf } from '../features/session/session.sql.ts';
import { type Db, statement } from '../platform/db.ts';
import { command, required } from './command.ts';
import { type Context, change } from './context.ts';
import { notFound, refused } from './failure.ts';
import * as fields from './fields.ts';
import { setDisabled } from './managers.ts';
import { findOutlet } from './outlets.ts';
import { listed, said } from './output.ts';

/** Members: end users whose account belongs to one outlet, and who may start only its chairs. */

interface MemberRow {
  id: number;
  role: string;
  mobile: string;
  name: string;
  outlet_id: number | null;
  outlet_name: string | null;
  disabled_at: Date | null;
}

const selection = `SELECT a.id, a.role, a.mobile, a.name, a.bound_outlet_id AS outlet_id, o.name AS outlet_name,
    a.disabled_at
  FROM accounts a LEFT JOIN outlets o ON o.id = a.bound_outlet_id`;
const selectBound = statement<MemberRow, []>(
  'cli.members.all',
  `${selection} WHERE a.role = 'consumer' AND a.bound_outlet_id IS NOT NULL ORDER BY a.id`,
);
const selectOne = statement<MemberRow, [string]>('cli.members.one', `${selection} WHERE a.mobile = $1 FOR UPDATE OF a`);
const insert = statement<never, [string, string, number]>(
  'cli.members.insert',
  `INSERT INTO accounts (role, mobile, name, bound_outlet_id) VALUES ('consumer', $1, $2, $3)`,
);
const bindTo = statement<never, [number, number | null]>(
  'cli.members.bind',
  'UPDATE accounts SET bound_outlet_id = $2 WHERE id = $1',
);

const shape = (row: MemberRow) => ({
  mobile: row.mobile,
  name: row.name,
  outletId: row.outlet_id === null ? null : String(row.outlet_id),
  outletName: row.outlet_name,
  disabledAt: row.disabled_at,
});
type Member = ReturnType<typeof shape>;

async function findMember(db: Db, mobile: string): Promise<{ id: number; member: Member }> {
  const row = await selectOne.maybe(db, mobile);
  if (row?.role !== 'consumer')
    throw notFound(`Nobody has the number ${mobile}. \`recline member add\` adds a member.`);
  return { id: row.id, member: shape(row) };
}

const theMember = { mobile: required('MOBILE', 'The mobile number it logs in with', fields.mobile) };
const theOutlet = required('ID', 'The only outlet whose chairs it may start', fields.id);

const add = command({
  name: 'member add',
  summary: 'Adds an end user who belongs to an outlet, and logs in by SMS code',
  options: { mobile: theMember.mobile, name: required('NAME', "The member's name", fields.name), outlet: theOutlet },
  examples: ['member add --mobile 13800000001 --name "王芳" --outlet 1'],
  run: (context, { mobile, name, outlet: outletId }) =>
    change(context, async (db, record) => {
      const outlet = await findOutlet(db, outletId);
      if (await selectOne.maybe(db, mobile)) {
        throw refused(`Somebody has the number ${mobile} already. \`recline member bind\` binds an account there is.`);
      }
      await insert(db, mobile, name, outletId);
      const { member } = await findMember(db, mobile);
      await record('member add', `account ${mobile}`, null, member);
      return said(`Member ${mobile} (${name}) belongs to ${outlet.name}.`, member);
    }),
});

const list = command({
  name: 'member list',
  summary: 'Lists the end users who belong to an outlet',
  examples: ['member list'],
  async run({ pool }) {
    const columns = {
      MOBILE: (row: Member) => row.mobile,
      NAME: (row: Member) => row.name,
      OUTLET: (row: Member) => `${row.outletId} ${row.outletName}`,
      DISABLED: (row: Member) => row.disabledAt,
    };
    return listed((await selectBound(pool)).map(shape), columns, 'No members. `recline member add` makes one.');
  },
});

const changeMember = (
  context: Context,
  action: string,
  mobile: string,
  work: (db: Db, id: number, before: Member) => Promise<unknown>,
) =>
  change(context, async (db, record) => {
    const { id, member: before } = await findMember(db, mobile);
    await work(db, id, before);
    const { member: after } = await findMember(db, mobile);
    await record(action, `account ${mobile}`, before, after);
    return after;
  });

const bind = command({
  name: 'member bind',
  summary: 'Binds an end user to an outlet, or to another one',
  arguments: theMember,
  options: { outlet: theOutlet },
  examples: ['member bind 13800000001 --outlet 2'],
  async run(context, { mobile, outlet: outletId }) {
    const after = await changeMember(context, 'member bind', mobile, async (db, id) => {
      await findOutlet(db, outletId);
      await bindTo(db, id, outletId);
    });
    return said(`Member ${mobile} (${after.name}) belongs to ${after.outletName}.`, after);
  },
});

const unbind = command({
  name: 'member unbind',
  summary: 'Lets an end user start chairs of any outlet',
  arguments: theMember,
  examples: ['member unbind 13800000001'],
  async run(context, { mobile }) {
    const after = await changeMember(context, 'member unbind', mobile, (db, id) => bindTo(db, id, null));
    return said(`${mobile} (${after.name}) belongs to no outlet.`, after);
  },
});

const disable = command({
  name: 'member disable',
  summary: 'Locks an end user out, at once',
  arguments: theMember,
  examples: ['member disable 13800000001'],
  async run(context, { mobile }) {
    const after = await changeMember(context, 'member disable', mobile, async (db, id, before) => {
      await setDisabled(db, id, before.disabledAt ?? context.clock());
      await endSessionsOf(db, id, context.clock(), 'disabled');
    });
    return said(`${mobile} (${after.name}) is locked out.`, after);
  },
});

const enable = command({
  name: 'member enable',
  summary: 'Lets an end user in again',
  arguments: theMember,
  examples: ['member enable 13800000001'],
  async run(context, { mobile }) {
    const after = await changeMember(context, 'member enable', mobile, (db, id) => setDisabled(db, id, null));
    return said(`${mobile} (${after.name}) can log in again.`, after);
  },
});

export const memberCommands = [add, list, bind, unbind, disable, enable];
