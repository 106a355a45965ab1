import { createHash, timingSafeEqual } from 'node:crypto';
import { type Pool, statement } from '../platform/db.ts';

const secretHashes = statement<{ id: string; secret_hash: string }, [string[]]>(
  'gateway.secretHashes',
  'SELECT id, secret_hash FROM devices WHERE id = ANY($1) AND retired_at IS NULL',
);

const gatherFor = 10;

/** Whether the secret is the chair's. */
export type CheckSecret = (deviceId: string, secret: Buffer) => Promise<boolean>;

/** Batches lookups: after a restart all chairs connect together. */
export function checkSecrets(pool: Pool): CheckSecret {
  let waiting: { deviceId: string; found: (hash: string | undefined) => void; failed: (error: unknown) => void }[] = [];

  const lookUp = async () => {
    const batch = waiting;
    waiting = [];
    try {
      const rows = await secretHashes(
        pool,
        batch.map((each) => each.deviceId),
      );
      const hashes = new Map(rows.map((row) => [row.id, row.secret_hash]));
      for (const each of batch) each.found(hashes.get(each.deviceId));
    } catch (error) {
      for (const each of batch) each.failed(error);
    }
  };
  const hashOf = (deviceId: string) =>
    new Promise<string | undefined>((found, failed) => {
      waiting.push({ deviceId, found, failed });
      if (waiting.length === 1) setTimeout(() => void lookUp(), gatherFor);
    });

  return async (deviceId, secret) => {
    // PostgreSQL rejects a NUL, which would fail the whole batch.
    if (deviceId.includes('\u0000')) return false;
    const given = createHash('sha256').update(secret).digest();
    const stored = Buffer.from((await hashOf(deviceId)) ?? '', 'hex');
    return stored.length === given.length && timingSafeEqual(stored, given);
  };
}
