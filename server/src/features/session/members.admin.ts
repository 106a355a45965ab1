import { type Admin, refuse } from '../../platform/admin.ts';
import { type Db, transaction } from '../../platform/db.ts';
import { record } from '../audit/index.ts';
import { findOutlet } from '../outlets/index.ts';
import * as sql from './accounts.admin.sql.ts';
import { endSessionsOf } from './session.sql.ts';

/** Members are end users who are bound to one outlet and may start only its chairs. */

const toMember = (row: sql.MemberRow) => ({
  mobile: row.mobile,
  name: row.name,
  outletId: row.outlet_id === null ? null : String(row.outlet_id),
  outletName: row.outlet_name,
  disabledAt: row.disabled_at,
});
export type Member = ReturnType<typeof toMember>;

export interface NewMember {
  mobile: string;
  name: string;
  outletId: number;
}

export const listMembers = async (db: Db): Promise<Member[]> => (await sql.boundMembers(db)).map(toMember);

/** The end user, locked until the transaction ends. */
async function lockMember(db: Db, mobile: string): Promise<{ id: number; member: Member }> {
  const row = await sql.lockMember.maybe(db, mobile);
  if (!row) throw refuse('memberNotFound', { mobile });
  return { id: row.id, member: toMember(row) };
}

export const addMember = (admin: Admin, { mobile, name, outletId }: NewMember): Promise<Member> =>
  transaction(admin.pool, async (db) => {
    await findOutlet(db, outletId);
    if (!(await sql.insertMember.maybe(db, mobile, name, outletId))) throw refuse('mobileExists', { mobile });
    const { member } = await lockMember(db, mobile);
    await record(db, admin.actor, 'member add', `account ${mobile}`, null, member);
    return member;
  });

/** Changes one end user and records old and new values. */
const changeMember = (
  admin: Admin,
  action: string,
  mobile: string,
  work: (db: Db, id: number, before: Member) => Promise<unknown>,
): Promise<Member> =>
  transaction(admin.pool, async (db) => {
    const { id, member: before } = await lockMember(db, mobile);
    await work(db, id, before);
    const { member: after } = await lockMember(db, mobile);
    await record(db, admin.actor, action, `account ${mobile}`, before, after);
    return after;
  });

export const bindMember = (admin: Admin, mobile: string, outletId: number) =>
  changeMember(admin, 'member bind', mobile, async (db, id) => {
    await findOutlet(db, outletId);
    await sql.bindMember(db, id, outletId);
  });

export const unbindMember = (admin: Admin, mobile: string) =>
  changeMember(admin, 'member unbind', mobile, (db, id) => sql.bindMember(db, id, null));

/** Refuses logins and ends every session. */
export const disableMember = (admin: Admin, mobile: string) =>
  changeMember(admin, 'member disable', mobile, async (db, id, before) => {
    await sql.setDisabled(db, id, before.disabledAt ?? admin.clock());
    await endSessionsOf(db, id, admin.clock(), 'disabled');
  });

export const enableMember = (admin: Admin, mobile: string) =>
  changeMember(admin, 'member enable', mobile, (db, id) => sql.setDisabled(db, id, null));
