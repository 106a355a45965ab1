import { type Admin, refuse } from '../../platform/admin.ts';
import { type Db, transaction } from '../../platform/db.ts';
import { record } from '../audit/index.ts';
import { brokerEntries } from './credentials.sql.ts';
import { type BrokerEntry, type Credentials, type Deliver, replaceSecret } from './credentials.ts';
import { lockDevice } from './devices.admin.ts';

export const rotateSecret = (admin: Admin, deviceId: string, deliver: Deliver): Promise<Credentials> =>
  transaction(admin.pool, async (db) => {
    await lockDevice(db, deviceId);
    const credentials = await replaceSecret(db, deviceId);
    await record(db, admin.actor, 'device rotate-secret', `device ${deviceId}`, null, null);
    await deliver([credentials]);
    return credentials;
  });

/** The chair's entry at an outside broker. A secret that was made before these were kept has none. */
export async function brokerEntryOf(db: Db, deviceId: string): Promise<BrokerEntry> {
  const [entry] = await brokerEntries(db, null, deviceId);
  if (!entry?.broker_hash) throw refuse('brokerHashMissing', { deviceId });
  return { deviceId, brokerHash: entry.broker_hash };
}

/** The entries of all chairs in service, and those that have none yet. */
export async function exportBrokerEntries(db: Db, outletId: number | null) {
  const rows = await brokerEntries(db, outletId, null);
  return {
    entries: rows.flatMap(({ id, broker_hash }): BrokerEntry[] =>
      broker_hash === null ? [] : [{ deviceId: id, brokerHash: broker_hash }],
    ),
    missing: rows.flatMap(({ id, broker_hash }) => (broker_hash === null ? [id] : [])),
  };
}
