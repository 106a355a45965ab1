import { type Admin, change, refuse } from '../../platform/admin.ts';
import { type Db, transaction } from '../../platform/db.ts';
import { record } from '../audit/index.ts';
import * as sql from './personal-data.sql.ts';

/** The right of an end user to know what is kept, and to have it erased. */

async function accountsOf(db: Db, mobile: string): Promise<number[]> {
  const ids = (await sql.lockAccounts(db, mobile)).map(({ id }) => id);
  if (ids.length === 0) throw refuse('memberNotFound', { mobile });
  return ids;
}

/** The audit log outlives the number: it names the account. */
const targetOf = (ids: number[]) => `account ${ids.join(', ')}`;

/** All that is kept of an end user, table by table. */
export const exportMember = (admin: Admin, mobile: string): Promise<Record<string, object[]>> =>
  transaction(admin.pool, async (db) => {
    const ids = await accountsOf(db, mobile);
    await record(db, admin.actor, 'member export', targetOf(ids), null, null);
    return (await sql.exported.one(db, ids, mobile)).data;
  });

export interface Erased {
  accounts: number;
  wallets: number;
  sessions: number;
  feedback: number;
  notices: number;
  /** Their bytes are still to be removed. */
  files: { key: string; stored: string | null }[];
}

/** Erases the person and keeps the money: orders, payments and ledger stay, of an account that is nobody's. */
export const eraseMember = (admin: Admin, mobile: string): Promise<Erased> =>
  change(admin, async (db) => {
    const ids = await accountsOf(db, mobile);
    const open = await sql.openOrder.maybe(db, ids);
    if (open) throw refuse('memberBusy', { mobile, orderId: open.id });
    const notices = (await sql.emptyNotices.one(db, ids)).n;
    await sql.emptyAttempts(db, ids);
    const erased = {
      accounts: ids.length,
      wallets: (await sql.deleteWallets.one(db, ids)).n,
      sessions: (await sql.deleteSessions.one(db, ids)).n,
      feedback: (await sql.emptyFeedback.one(db, ids)).n,
      notices,
    };
    const files = await sql.deleteFiles(db, ids);
    await sql.deleteTraces(db, mobile);
    await sql.anonymise(db, ids, admin.clock());
    await record(db, admin.actor, 'member erase', targetOf(ids), null, { ...erased, files: files.length });
    return { ...erased, files };
  });
