import { randomBytes } from 'node:crypto';
import { limits } from '@recline/contract/limits';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import { type Db, type Pool, transaction } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Log } from '../../platform/log.ts';
import { requireUses, tooMany } from '../../platform/rate-limit.ts';
import type { FileHost } from './uploads.port.ts';
import * as rules from './uploads.rules.ts';
import * as sql from './uploads.sql.ts';
import { countReported, countWithoutOrder, forgetUses, leftWithoutOrder, settleUse } from './uploads-without-order.ts';

export interface UploadDeps {
  pool: Pool;
  clock: Clock;
  log: Log;
  host: FileHost;
  /** How many bytes one account may keep. */
  quota: number;
  /** Whether the account ever had an order that was paid or started. */
  hasOrder(db: Db, accountId: number): Promise<boolean>;
}

export interface NewFile {
  key: string;
  url: string;
  contentType: string;
  bytes: number;
  stored: string | null;
}

/** What the browser posts a file with: a place of its own, and a signed policy for it. */
async function policy(deps: UploadDeps, caller: Caller, folder: string, address: string, request: FastifyRequest) {
  const { pool, clock, host } = deps;
  const left = await transaction(pool, (db) => issueTicket(db, deps, caller.accountId, address));
  const dir = rules.uploadDir(caller.accountId, folder, randomBytes(16).toString('base64url'));
  const expiresAt = new Date(clock().getTime() + rules.policyLifetime);
  const signed = rules.makePolicy(dir, expiresAt, rules.bytesLeft(left), host.bucket);
  return {
    dir,
    policy: signed,
    accessid: host.accessId,
    signature: rules.signPolicy(signed, await host.secret()),
    callback: await host.callback(dir, address),
    host: host.address(request),
  };
}

async function issueTicket(db: Db, deps: UploadDeps, accountId: number, address: string): Promise<number> {
  const uses = [
    { limit: rules.ticketsOfAccount, key: String(accountId) },
    { limit: rules.ticketsOfAddress, key: address },
  ];
  await requireUses(db, uses, deps.clock());
  const used = await bytesUsed(db, deps, accountId, '');
  return Math.min(deps.quota - used, await leftWithoutOrder(db, deps, accountId, address));
}

/** Stored and under way, without the file that `key` names: an upload may replace it. */
async function bytesUsed(db: Db, { clock }: UploadDeps, accountId: number, key: string): Promise<number> {
  const stored = await sql.bytesOfAccount.one(db, accountId, key);
  const reserved = await sql.reservedByAccount.one(db, accountId, clock());
  return stored.bytes + reserved.bytes;
}

/** Room for an upload that is under way. */
export interface Reservation {
  id: number;
  /** What it counts for, of an account without an order. */
  use: number | undefined;
}

/** Reserves room for an upload before its first byte is stored: uploads in progress count like stored ones. */
async function reserve(deps: UploadDeps, key: string, bytes: number, address: string): Promise<Reservation> {
  const { pool, clock, quota } = deps;
  const accountId = ownerOf(key);
  return transaction(pool, async (db) => {
    await sql.lockAccount(db, accountId);
    const { uploads } = await sql.reservedByAccount.one(db, accountId, clock());
    if (uploads >= limits.uploadsAtOnce) throw tooMany(rules.uploadRetrySeconds);
    if ((await bytesUsed(db, deps, accountId, key)) + bytes > quota) throw fail('fileRefused');
    const expiresAt = new Date(clock().getTime() + rules.reservationLifetime);
    const use = await countWithoutOrder(db, deps, { accountId, address, bytes });
    return { id: (await sql.insertReservation.one(db, accountId, bytes, expiresAt)).id, use };
  });
}

/** Of an upload that was refused or broke off: it counts for nothing. */
const release = ({ pool }: UploadDeps, { id, use }: Reservation): Promise<void> =>
  transaction(pool, async (db) => {
    await sql.deleteReservation(db, id);
    if (use !== undefined) await sql.deleteUse(db, use);
  });

function ownerOf(key: string): number {
  const accountId = rules.accountOfKey(key);
  if (accountId === undefined) throw fail('forbidden');
  return accountId;
}

/**
 * Records a file that the host holds, in place of its reservation; without one, with the address that it came from. Idempotent by key, so that an upload whose answer was
 * lost can be retried; a file that a feedback uses is not replaced.
 */
async function register(
  deps: UploadDeps,
  file: NewFile,
  reservation: Reservation | { address: string },
): Promise<void> {
  const { pool, clock, host, quota } = deps;
  const accountId = ownerOf(file.key);
  const replaced = await transaction(pool, async (db) => {
    await sql.lockAccount(db, accountId);
    await settle(db, deps, accountId, file.bytes, reservation);
    if ((await bytesUsed(db, deps, accountId, file.key)) + file.bytes > quota) throw fail('fileRefused');
    const before = await sql.storedBefore.maybe(db, file.key);
    const { key, url, contentType, stored } = file;
    const row = await sql.putFile.maybe(db, accountId, key, url, contentType, file.bytes, stored, clock());
    if (!row) throw fail('conflict');
    return before?.stored ?? null;
  });
  if (replaced !== null) await host.remove({ key: file.key, stored: replaced });
}

async function settle(
  db: Db,
  deps: UploadDeps,
  accountId: number,
  bytes: number,
  reservation: Reservation | { address: string },
): Promise<void> {
  if ('address' in reservation) {
    await countWithoutOrder(db, deps, { accountId, address: reservation.address, bytes });
    return;
  }
  await sql.deleteReservation(db, reservation.id);
  if (reservation.use !== undefined) await settleUse(db, deps, accountId, reservation.use, bytes);
}

// Files of feedback -------------------------------------------------------------------------

/**
 * Assigns files to a feedback, in its transaction. Each must be the account's own and not yet assigned. `report`: it is
 * about no order, and so its files count as such, unless they did when they came.
 */
async function claim(
  db: Db,
  deps: UploadDeps,
  caller: Caller,
  feedbackId: number,
  urls: string[],
  request: FastifyRequest,
  report: { address: string } | undefined,
): Promise<void> {
  const keys = [...new Set(urls)].map((url) => keyOf(deps, url, request));
  const claimed = await sql.claimFiles(db, feedbackId, caller.accountId, keys);
  if (claimed.length !== keys.length) throw fail('badRequest', { field: 'files' });
  const { accountId } = caller;
  const bytes = claimed.reduce((sum, file) => sum + file.bytes, 0);
  if (report && bytes > 0 && (await deps.hasOrder(db, accountId)))
    await countReported(db, deps, { accountId, bytes, address: report.address });
}

/** The key in a file's address; empty where the address is not of this host. */
function keyOf({ host }: UploadDeps, url: string, request: FastifyRequest): string {
  const address = host.address(request);
  return url.startsWith(address) ? url.slice(address.length) : '';
}

/** The signed URLs of the files of each feedback, as this caller reaches them. */
async function urlsOf(
  { pool, clock, host }: UploadDeps,
  feedbackIds: number[],
  request: FastifyRequest,
): Promise<Map<number, string[]>> {
  const urls = new Map<number, string[]>(feedbackIds.map((id) => [id, []]));
  const until = rules.readableUntil(clock());
  for (const { feedback_id, key } of await sql.filesOfFeedback(pool, feedbackIds)) {
    urls.get(feedback_id)?.push(await host.signedUrl(key, request, until));
  }
  return urls;
}

/** A caller may send any host: one that is no address has no origin. */
function origins({ host }: UploadDeps, request: FastifyRequest): string[] {
  const own = URL.parse(host.address(request))?.origin;
  return [...new Set([...(own === undefined ? [] : [own]), ...host.origins])];
}

// Removal -----------------------------------------------------------------------------------

/** Deletes a file that its account no longer wants; one that a feedback uses stays. */
async function remove(deps: UploadDeps, caller: Caller, url: string, request: FastifyRequest): Promise<void> {
  const key = keyOf(deps, url, request);
  await transaction(deps.pool, async (db) => {
    const file = await sql.lockOwnUnused.maybe(db, caller.accountId, key);
    if (file) await removeLocked(db, deps, file);
  });
}

/** Deletes files that no feedback used within a day, orphaned bytes without a row, and what a crash left reserved. */
async function sweep(deps: UploadDeps): Promise<void> {
  const { pool, clock, host } = deps;
  await sql.deleteExpiredReservations(pool, clock());
  await forgetUses(pool, deps);
  const failed: number[] = [];
  while (await removeOneUnused(deps, failed)) {}
  const isKnown = async (stored: string[]) => new Set((await sql.knownStored(pool, stored)).map((row) => row.stored));
  await host.removeOrphans(isKnown, new Date(clock().getTime() - rules.policyLifetime));
}

/**
 * The row is locked while its bytes are deleted, so that no feedback can claim the file meanwhile. A file that cannot be
 * deleted is added to `failed` and left to the next sweep.
 */
function removeOneUnused(deps: UploadDeps, failed: number[]): Promise<boolean> {
  return transaction(deps.pool, async (db) => {
    const file = await sql.lockUnused.maybe(db, new Date(deps.clock().getTime() - rules.unusedLifetime), failed);
    if (!file) return false;
    const removed = await deps.host.remove(file).then(
      () => true,
      (error: unknown) => {
        deps.log.error({ err: error, key: file.key }, 'an unused file could not be deleted');
        return false;
      },
    );
    if (removed) await sql.deleteFile(db, file.id);
    else failed.push(file.id);
    return true;
  });
}

type LockedFile = { id: number; key: string; stored: string | null };

async function removeLocked(db: Db, { host }: UploadDeps, file: LockedFile): Promise<void> {
  await host.remove(file);
  await sql.deleteFile(db, file.id);
}

export const makeUploads = (deps: UploadDeps) => ({
  policy: (caller: Caller, folder: string, address: string, request: FastifyRequest) =>
    policy(deps, caller, folder, address, request),
  reserve: (key: string, bytes: number, address: string) => reserve(deps, key, bytes, address),
  release: (reservation: Reservation) => release(deps, reservation),
  register: (file: NewFile, reservation: Reservation | { address: string }) => register(deps, file, reservation),
  claim: (
    db: Db,
    caller: Caller,
    feedbackId: number,
    urls: string[],
    request: FastifyRequest,
    report?: { address: string },
  ) => claim(db, deps, caller, feedbackId, urls, request, report),
  urlsOf: (feedbackIds: number[], request: FastifyRequest) => urlsOf(deps, feedbackIds, request),
  remove: (caller: Caller, url: string, request: FastifyRequest) => remove(deps, caller, url, request),
  origins: (request: FastifyRequest) => origins(deps, request),
  sweep: () => sweep(deps),
  findFile: (key: string) => sql.fileByKey.maybe(deps.pool, key),
});

export type Uploads = ReturnType<typeof makeUploads>;
