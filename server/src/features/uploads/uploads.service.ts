import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import { type Db, type Pool, transaction } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import type { Caller } from '../../platform/http/caller.ts';
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

export function makeUploads({ pool, clock, host, quota }: UploadDeps) {
  async function policy(caller: Caller, folder: string, request: FastifyRequest) {
    const dir = rules.uploadDir(caller.accountId, folder, randomBytes(16).toString('base64url'));
    const expiresAt = new Date(clock().getTime() + rules.policyLifetime);
    const signed = rules.makePolicy(dir, expiresAt, host.bucket);
    return {
      dir,
      policy: signed,
      accessid: host.accessId,
      signature: rules.signPolicy(signed, await host.secret()),
      callback: await host.callback(dir),
      host: host.address(request),
    };
  }

  /**
   * Records a file that the host holds. Idempotent by key, so that an upload whose answer was lost can be retried; a
   * file that a feedback uses is not replaced.
   */
  async function register(file: NewFile): Promise<void> {
    const accountId = rules.accountOfKey(file.key);
    if (accountId === undefined) throw fail('forbidden');
    const replaced = await transaction(pool, async (db) => {
      await sql.lockAccount(db, accountId);
      const { bytes } = await sql.bytesOfAccount.one(db, accountId, file.key);
      if (bytes + file.bytes > quota) throw fail('fileRefused');
      const before = await sql.storedBefore.maybe(db, file.key);
      const { key, url, contentType, stored } = file;
      const row = await sql.putFile.maybe(db, accountId, key, url, contentType, file.bytes, stored, clock());
      if (!row) throw fail('conflict');
      return before?.stored ?? null;
    });
    if (replaced !== null) await host.remove({ key: file.key, stored: replaced });
  }

  /** Assigns files to a feedback, in its transaction. Each must be the account's own and not yet assigned. */
  async function claim(db: Db, caller: Caller, feedbackId: number, urls: string[], request: FastifyRequest) {
    const address = host.address(request);
    const keys = [...new Set(urls)].map((url) => (url.startsWith(address) ? url.slice(address.length) : ''));
    const claimed = await sql.claimFiles(db, feedbackId, caller.accountId, keys);
    if (claimed.length !== keys.length) throw fail('badRequest', { field: 'files' });
  }

  /** The addresses of the files of each feedback, as this caller reaches them. */
  async function urlsOf(feedbackIds: number[], request: FastifyRequest): Promise<Map<number, string[]>> {
    const urls = new Map<number, string[]>(feedbackIds.map((id) => [id, []]));
    for (const { feedback_id, key } of await sql.filesOfFeedback(pool, feedbackIds)) {
      urls.get(feedback_id)?.push(host.address(request) + key);
    }
    return urls;
  }

  /** Deletes files that no feedback used within a day, and orphaned bytes without a row. */
  async function sweep(): Promise<void> {
    while (await removeOneUnused()) {}
    const isKnown = async (stored: string[]) => new Set((await sql.knownStored(pool, stored)).map((row) => row.stored));
    await host.removeOrphans(isKnown, new Date(clock().getTime() - rules.policyLifetime));
  }

  /** The row is locked while its bytes are deleted, so that no feedback can claim the file meanwhile. */
  function removeOneUnused(): Promise<boolean> {
    return transaction(pool, async (db) => {
      const file = await sql.lockUnused.maybe(db, new Date(clock().getTime() - rules.unusedLifetime));
      if (!file) return false;
      await host.remove(file);
      await sql.deleteFile(db, file.id);
      return true;
    });
  }

  return { policy, register, claim, urlsOf, sweep, findFile: (key: string) => sql.fileByKey.maybe(pool, key) };
}

export type Uploads = ReturnType<typeof makeUploads>;
