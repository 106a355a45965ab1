import { createHash, timingSafeEqual } from 'node:crypto';
import { brokerHashOf, keepBrokerHash, type StoredSecret, storedSecrets } from '../../features/devices/index.ts';
import type { Pool } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';

const gatherFor = 10;

/** Whether the secret is the chair's. */
export type CheckSecret = (deviceId: string, secret: Buffer) => Promise<boolean>;

/** Batches lookups: after a restart all chairs connect at once. */
export function checkSecrets(pool: Pool, log: Log): CheckSecret {
  let waiting: {
    deviceId: string;
    found: (row: StoredSecret | undefined) => void;
    failed: (error: unknown) => void;
  }[] = [];

  const lookUp = async () => {
    const batch = waiting;
    waiting = [];
    try {
      const rows = await storedSecrets(
        pool,
        batch.map((each) => each.deviceId),
      );
      const found = new Map(rows.map((row) => [row.id, row]));
      for (const each of batch) each.found(found.get(each.deviceId));
    } catch (error) {
      for (const each of batch) each.failed(error);
    }
  };
  const storedOf = (deviceId: string) =>
    new Promise<StoredSecret | undefined>((found, failed) => {
      waiting.push({ deviceId, found, failed });
      if (waiting.length === 1) setTimeout(() => void lookUp(), gatherFor);
    });

  /** Secrets from before the broker's hash was stored are hashed when their chair connects, one at a time. */
  let learning: Promise<unknown> = Promise.resolve();
  const learn = (deviceId: string, secretHash: string, secret: Buffer) => {
    learning = learning
      .then(() => brokerHashOf(secret))
      .then((hash) => keepBrokerHash(pool, deviceId, secretHash, hash))
      .catch((error: Error) => log.warn({ deviceId, error: error.message }, "a secret's hash could not be stored"));
  };

  return async (deviceId, secret) => {
    // PostgreSQL rejects a NUL, which would fail the whole batch.
    if (deviceId.includes('\u0000')) return false;
    const given = createHash('sha256').update(secret).digest();
    const row = await storedOf(deviceId);
    const stored = Buffer.from(row?.secret_hash ?? '', 'hex');
    const isRight = stored.length === given.length && timingSafeEqual(stored, given);
    if (isRight && row?.lacks_broker_hash) learn(deviceId, row.secret_hash, secret);
    return isRight;
  };
}
