import type { Db } from '../../platform/db.ts';
import { forgetUsesOf } from '../../platform/rate-limit.ts';
import * as sql from './personal-data.sql.ts';

export async function lockAccountsOf(db: Db, mobile: string): Promise<number[]> {
  return (await sql.lockAccountsOf(db, mobile)).map(({ id }) => id);
}

/** The accounts of a guest, and whether they have a number. */
export async function lockGuest(db: Db, accountId: number): Promise<{ ids: number[]; hasNumber: boolean }> {
  const rows = await sql.lockGuest(db, accountId);
  return { ids: rows.map(({ id }) => id), hasNumber: rows.some((row) => row.has_number) };
}

export const exportAccounts = async (db: Db, ids: number[], mobile: string | null) => ({
  accounts: await sql.exportAccounts(db, ids),
  wallets: await sql.exportWallets(db, ids),
  sessions: await sql.exportSessions(db, ids),
  loginCodes: mobile === null ? [] : await sql.exportCodes(db, mobile),
});

/** Returns how many wallets and sessions were deleted. */
export async function eraseAccounts(db: Db, ids: number[], mobile: string | null, now: Date) {
  const wallets = await sql.deleteWallets(db, ids);
  const sessions = await sql.deleteSessions(db, ids);
  if (mobile !== null) {
    await sql.deleteLoginTraces(db, mobile);
    await forgetUsesOf(db, mobile);
  }
  await sql.anonymise(db, ids, now);
  return { wallets: wallets.length, sessions: sessions.length };
}
