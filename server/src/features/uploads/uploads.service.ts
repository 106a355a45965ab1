import { randomBytes } from 'node:crypto';
import { limits } from '@recline/contract/limits';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import { type Db, type Pool, transaction } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requireUses, tooMany } from '../../platform/rate-limit.ts';
import type { FileHost } from './uploads.port.ts';
import * as rules from './uploads.rules.ts';
import * as sql from './uploads.sql.ts';

export interface UploadDeps {
  pool: Pool;
  clock: Clock;
  host: FileHost;
  /** How many bytes one account may keep. */
  quota: number;
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
  const { pool, clock, host, quota } = deps;
  const used = await transaction(pool, (db) => issueTicket(db, deps, caller.accountId, address));
  const dir = rules.uploadDir(caller.accountId, folder, randomBytes(16).toString('base64url'));
  const expiresAt = new Date(clock().getTime() + rules.policyLifetime);
  const signed = rules.makePolicy(dir, expiresAt, rules.bytesLeft(quota, used), host.bucket);
  return {
    dir,
    policy: signed,
    accessid: host.accessId,
    signature: rules.signPolicy(signed, await host.secret()),
    callback: await host.callback(dir),
    host: host.address(request),
  };
}

async function issueTicket(db: Db, deps: UploadDeps, accountId: number, address: string): Promise<number> {
  const uses = [
    { limit: rules.ticketsOfAccount, key: String(accountId) },
    { limit: rules.ticketsOfAddress, key: address },
  ];
  await requireUses(db, uses, deps.clock());
  return bytesUsed(db, deps, accountId, '');
}

/** Stored and under way, without the file that `key` names: an upload may replace it. */
async function bytesUsed(db: Db, { clock }: UploadDeps, accountId: number, key: string): Promise<number> {
  const stored = await sql.bytesOfAccount.one(db, accountId, key);
  const reserved = await sql.reservedByAccount.one(db, accountId, clock());
  return stored.bytes + reserved.bytes;
}

/** Reserves room for an upload before its first byte is kept: what is under way counts like what is stored. */
async function reserve(deps: UploadDeps, key: string, bytes: number): Promise<number> {
  const { pool, clock, quota } = deps;
  const accountId = ownerOf(key);
  return transaction(pool, async (db) => {
    await sql.lockAccount(db, accountId);
    const { uploads } = await sql.reservedByAccount.one(db, accountId, clock());
    if (uploads >= limits.uploadsAtOnce) throw tooMany(rules.uploadRetrySeconds);
    if ((await bytesUsed(db, deps, accountId, key)) + bytes > quota) throw fail('fileRefused');
    const expiresAt = new Date(clock().getTime() + rules.reservationLifetime);
    return (await sql.insertReservation.one(db, accountId, bytes, expiresAt)).id;
  });
}

function ownerOf(key: string): number {
  const accountId = rules.accountOfKey(key);
  if (accountId === undefined) throw fail('forbidden');
  return accountId;
}

/**
 * Records a file that the host holds, in place of its reservation. Idempotent by key, so that an upload whose answer was
 * lost can be retried; a file that a feedback uses is not replaced.
 */
async function register(deps: UploadDeps, file: NewFile, reservation: number | null): Promise<void> {
  const { pool, clock, host, quota } = deps;
  const accountId = ownerOf(file.key);
  const replaced = await transaction(pool, async (db) => {
    await sql.lockAccount(db, accountId);
    await sql.deleteReservation(db, reservation);
    if ((await bytesUsed(db, deps, accountId, file.key)) + file.bytes > quota) throw fail('fileRefused');
    const before = await sql.storedBefore.maybe(db, file.key);
    const { key, url, contentType, stored } = file;
    const row = await sql.putFile.maybe(db, accountId, key, url, contentType, file.bytes, stored, clock());
    if (!row) throw fail('conflict');
    return before?.stored ?? null;
  });
  if (replaced !== null) await host.remove({ key: file.key, stored: replaced });
}

// Files of feedback -------------------------------------------------------------------------

/** Assigns files to a feedback, in its transaction. Each must be the account's own and not yet assigned. */
async function claim(
  db: Db,
  deps: UploadDeps,
  caller: Caller,
  feedbackId: number,
  urls: string[],
  request: FastifyRequest,
): Promise<void> {
  const keys = [...new Set(urls)].map((url) => keyOf(deps, url, request));
  const claimed = await sql.claimFiles(db, feedbackId, caller.accountId, keys);
  if (claimed.length !== keys.length) throw fail('badRequest', { field: 'files' });
}

/** The key in a file's address; empty where the address is not of this host. */
function keyOf({ host }: UploadDeps, url: string, request: FastifyRequest): string {
  const address = host.address(request);
  return url.startsWith(address) ? url.slice(address.length) : '';
}

/** The addresses of the files of each feedback, as this caller reaches them. */
async function urlsOf(
  { pool, host }: UploadDeps,
  feedbackIds: number[],
  request: FastifyRequest,
): Promise<Map<number, string[]>> {
  const urls = new Map<number, string[]>(feedbackIds.map((id) => [id, []]));
  for (const { feedback_id, key } of await sql.filesOfFeedback(pool, feedbackIds)) {
    urls.get(feedback_id)?.push(host.address(request) + key);
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
  while (await removeOneUnused(deps)) {}
  const isKnown = async (stored: string[]) => new Set((await sql.knownStored(pool, stored)).map((row) => row.stored));
  await host.removeOrphans(isKnown, new Date(clock().getTime() - rules.policyLifetime));
}

/** The row is locked while its bytes are deleted, so that no feedback can claim the file meanwhile. */
function removeOneUnused(deps: UploadDeps): Promise<boolean> {
  return transaction(deps.pool, async (db) => {
    const file = await sql.lockUnused.maybe(db, new Date(deps.clock().getTime() - rules.unusedLifetime));
    if (!file) return false;
    await removeLocked(db, deps, file);
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
  reserve: (key: string, bytes: number) => reserve(deps, key, bytes),
  release: (reservation: number) => sql.deleteReservation(deps.pool, reservation),
  register: (file: NewFile, reservation: number | null) => register(deps, file, reservation),
  claim: (db: Db, caller: Caller, feedbackId: number, urls: string[], request: FastifyRequest) =>
    claim(db, deps, caller, feedbackId, urls, request),
  urlsOf: (feedbackIds: number[], request: FastifyRequest) => urlsOf(deps, feedbackIds, request),
  remove: (caller: Caller, url: string, request: FastifyRequest) => remove(deps, caller, url, request),
  origins: (request: FastifyRequest) => origins(deps, request),
  sweep: () => sweep(deps),
  findFile: (key: string) => sql.fileByKey.maybe(deps.pool, key),
});

export type Uploads = ReturnType<typeof makeUploads>;
