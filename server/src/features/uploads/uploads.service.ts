import { randomBytes } from 'node:crypto';
import { limits } from '@recline/contract/limits';
import type { FastifyRequest } from 'fastify';
import { type Db, transaction } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requireUses, tooMany, usesFrom } from '../../platform/rate-limit.ts';
import { claim, urlsOf } from './files-of-feedback.ts';
import { remove, sweep } from './removal.ts';
import type { UploadDeps } from './uploads.port.ts';
import * as rules from './uploads.rules.ts';
import * as sql from './uploads.sql.ts';
import { countWithoutOrder, leftWithoutOrder, settleUse } from './uploads-without-order.ts';

export interface NewFile {
  key: string;
  url: string;
  contentType: string;
  bytes: number;
  /** How much of it came now, where it is in parts. */
  added?: number;
  stored: string | null;
}

/** What the browser needs to post a file: its own key, and a signed policy for it. */
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
    ...(host.partBytes !== undefined && { partBytes: host.partBytes }),
  };
}

async function issueTicket(db: Db, deps: UploadDeps, accountId: number, address: string): Promise<number> {
  const uses = [
    { limit: rules.ticketsOfAccount, key: String(accountId) },
    ...usesFrom(rules.ticketsOfAddress, address),
  ];
  await requireUses(db, uses, deps.clock());
  const used = await bytesUsed(db, deps, accountId, '');
  return Math.min(deps.quota - used, await leftWithoutOrder(db, deps, accountId, address));
}

/** Bytes stored and in progress, excluding the file that `key` names, which an upload may replace. */
async function bytesUsed(db: Db, { clock }: UploadDeps, accountId: number, key: string): Promise<number> {
  const stored = await sql.bytesOfAccount.one(db, accountId, key, rules.leastBytes);
  const reserved = await sql.reservedByAccount.one(db, accountId, clock());
  return stored.bytes + reserved.bytes;
}

/** Space reserved for an upload in progress. */
export interface Reservation {
  id: number;
  /** The quotas that it counts towards, for an account without an order. */
  use: number | undefined;
}

interface Coming {
  key: string;
  bytes: number;
  /** The bytes of the key that stay: they count too. */
  offset: number;
}

/** Reserves room for an upload before its first byte is stored: uploads in progress count like stored ones. */
async function reserve(deps: UploadDeps, { key, bytes, offset }: Coming, address: string): Promise<Reservation> {
  const { pool, clock, quota } = deps;
  const accountId = ownerOf(key);
  return transaction(pool, async (db) => {
    await sql.lockAccount(db, accountId);
    const { uploads } = await sql.reservedByAccount.one(db, accountId, clock());
    if (uploads >= limits.uploadsAtOnce) throw tooMany(rules.uploadRetrySeconds);
    const replaced = offset === 0 ? key : '';
    if ((await bytesUsed(db, deps, accountId, replaced)) + bytes > quota) throw fail('fileRefused');
    const expiresAt = new Date(clock().getTime() + rules.reservationLifetime);
    const use = await countWithoutOrder(db, deps, { accountId, address, bytes });
    return { id: (await sql.insertReservation.one(db, accountId, bytes, expiresAt)).id, use };
  });
}

/** The video whose next part begins there. Without its beginning, or with a gap, the client has to begin again. */
async function findBegun({ pool }: UploadDeps, key: string, offset: number) {
  const begun = await sql.unusedByKey.maybe(pool, key);
  if (!begun?.contentType.startsWith('video/') || offset > begun.bytes) throw fail('conflict');
  return begun;
}

/** Releases an upload that was refused or broke off: it no longer counts. */
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
 * Records a file that the host holds, in place of its reservation; without one, it needs the address of the upload.
 * Idempotent by key, so that an upload whose answer was lost can be retried; a file that a feedback uses is not
 * replaced.
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
    await settle(db, deps, accountId, file.added ?? file.bytes, reservation);
    if ((await bytesUsed(db, deps, accountId, file.key)) + file.bytes > quota) throw fail('fileRefused');
    const before = await sql.storedBefore.maybe(db, file.key);
    const { key, url, contentType, stored } = file;
    const row = await sql.putFile.maybe(db, accountId, key, url, contentType, file.bytes, stored, clock());
    if (!row) throw fail('conflict');
    return before && before.stored !== stored ? before.stored : null;
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

/** A caller may send any `Host`; an invalid one has no origin. */
function origins({ host }: UploadDeps, request: FastifyRequest): string[] {
  const own = URL.parse(host.address(request))?.origin;
  return [...new Set([...(own === undefined ? [] : [own]), ...host.origins])];
}

export const makeUploads = (deps: UploadDeps) => ({
  policy: (caller: Caller, folder: string, address: string, request: FastifyRequest) =>
    policy(deps, caller, folder, address, request),
  reserve: (coming: Coming, address: string) => reserve(deps, coming, address),
  findBegun: (key: string, offset: number) => findBegun(deps, key, offset),
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
