import { limits } from '@recline/contract/limits';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import { networkShares, networksOf } from '../../platform/http/address.ts';
import { leastBytes } from './uploads.rules.ts';
import * as sql from './uploads.sql.ts';

/** Accounts are free, so those without an order have daily quotas, per account and per address. */

interface Deps {
  clock: Clock;
  /** Whether the account ever had an order that was paid or started. */
  hasOrder(db: Db, accountId: number): Promise<boolean>;
}

const dayMs = 24 * 3600_000;
/** The form's fields besides the file. */
const formBytes = 16 * 1024;

export interface UploadUse {
  accountId: number;
  address: string;
  bytes: number;
}

/** Counts a file of an account without an order, or refuses it; undefined for all others. The account is locked. */
export async function countWithoutOrder(db: Db, deps: Deps, use: UploadUse): Promise<number | undefined> {
  if (await deps.hasOrder(db, use.accountId)) return undefined;
  return countReported(db, deps, { ...use, bytes: Math.max(leastBytes, use.bytes - formBytes) });
}

/** Counts files of a report without an order, or refuses them. */
export async function countReported(
  db: Db,
  { clock }: Deps,
  { accountId, address, bytes }: UploadUse,
): Promise<number> {
  const networks = networksOf(address);
  for (const network of networks) await sql.lockNetwork(db, network);
  if ((await bytesLeftToday(db, clock(), accountId, networks)) < bytes) throw fail('fileRefused');
  return (await sql.insertUse.one(db, accountId, address, bytes, clock(), networks)).id;
}

/** The size of the file. */
export async function settleUse(db: Db, { clock }: Deps, accountId: number, use: number, bytes: number): Promise<void> {
  await sql.setUse(db, use, Math.max(leastBytes, bytes));
  if ((await bytesLeftToday(db, clock(), accountId, [])) < 0) throw fail('fileRefused');
}

/** How many bytes an account may still upload today; unlimited with an order. */
export async function leftWithoutOrder(db: Db, deps: Deps, accountId: number, address: string): Promise<number> {
  if (await deps.hasOrder(db, accountId)) return Number.POSITIVE_INFINITY;
  return Math.max(0, await bytesLeftToday(db, deps.clock(), accountId, networksOf(address)));
}

/** The smallest remaining quota of the account, the address and the networks around it. */
async function bytesLeftToday(db: Db, now: Date, accountId: number, networks: string[]): Promise<number> {
  const used = await sql.usedWithoutOrder.one(db, accountId, networks, new Date(now.getTime() - dayMs));
  const ofNetworks = used.of_networks.map(
    (bytes, at) => limits.uploadBytesPerDayAndAddress * (networkShares[at] ?? 1) - bytes,
  );
  return Math.min(limits.uploadBytesPerDay - used.of_account, ...ofNetworks);
}

export const forgetUses = (db: Db, { clock }: Deps) => sql.deleteOldUses(db, new Date(clock().getTime() - dayMs));
