import type { FastifyRequest } from 'fastify';
import { type Db, transaction } from '../../platform/db.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { keyOf } from './files-of-feedback.ts';
import type { UploadDeps } from './uploads.port.ts';
import * as rules from './uploads.rules.ts';
import * as sql from './uploads.sql.ts';
import { forgetUses } from './uploads-without-order.ts';

/** Deletes a file that its account no longer wants; one that a feedback uses is kept. */
export async function remove(deps: UploadDeps, caller: Caller, url: string, request: FastifyRequest): Promise<void> {
  const key = keyOf(deps, url, request);
  await transaction(deps.pool, async (db) => {
    const file = await sql.lockOwnUnused.maybe(db, caller.accountId, key);
    if (file) await removeLocked(db, deps, file);
  });
}

/** Deletes files that no feedback used within a day, orphaned bytes without a row, and reservations left by a crash. */
export async function sweep(deps: UploadDeps): Promise<void> {
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
