import { type Admin, refuse } from '../../platform/admin.ts';
import { transaction } from '../../platform/db.ts';
import { record } from '../audit/index.ts';
import { credentialsChanged, deviceChanged } from './channels.ts';
import { brokerEntryOf, type Credentials, type Deliver, replaceSecret } from './credentials.ts';
import * as sql from './devices.admin.sql.ts';
import { changeDevice, changeDevices, type Device, findDevice, lockDevice, requireIdle } from './devices.admin.ts';

/** Registering, retiring and replacing a chair under its number. */

/** Takes chairs out of service, all or none. Their orders stay, and `restoreDevice` undoes it: the secret is kept. */
export const retireDevices = (admin: Admin, deviceIds: readonly string[], deliver: Deliver) =>
  changeDevices(admin, 'device retire', deviceIds, async (db, { deviceId }) => {
    await requireIdle(db, deviceId);
    await sql.retire(db, deviceId, admin.clock());
    await credentialsChanged.publish(db, [{ deviceId }]);
    await deliver([{ deviceId, brokerHash: null }]);
  });

/** Puts a retired chair back into service at its outlet. `deliver` hands its credentials to an outside broker. */
export const restoreDevice = (admin: Admin, deviceId: string, deliver?: Deliver) =>
  changeDevice(
    admin,
    'device restore',
    deviceId,
    async (db, before) => {
      if (!before.retiredAt) throw refuse('deviceNotRetired', { deviceId });
      await sql.restore(db, deviceId);
      if (deliver) await deliver([await brokerEntryOf(db, deviceId)]);
    },
    { withRetired: true },
  );

/** The stored state of a board. */
const boardOf = ({ firmware, faultCode, totalCoins, coinDifference }: Device) => ({
  firmware,
  faultCode,
  totalCoins,
  coinDifference,
});

/**
 * Registers a new board under the same number: boot id, sequence, fault and coin meter start afresh, with a new secret.
 * Reports of the old board are ignored.
 */
export const replaceDevice = (
  admin: Admin,
  deviceId: string,
  { totalCoins }: { totalCoins: number },
  deliver: Deliver,
): Promise<Credentials> =>
  transaction(admin.pool, async (db) => {
    const before = await lockDevice(db, deviceId);
    await requireIdle(db, deviceId);
    await sql.beginLife(db, deviceId, admin.clock(), totalCoins);
    const credentials = await replaceSecret(db, deviceId);
    const after = await findDevice(db, deviceId);
    await deviceChanged.publish(db, [{ deviceId, outletId: Number(before.outletId) }]);
    await record(db, admin.actor, 'device replace', `device ${deviceId}`, boardOf(before), boardOf(after));
    await deliver([credentials]);
    return credentials;
  });

export const rotateSecret = (admin: Admin, deviceId: string, deliver: Deliver): Promise<Credentials> =>
  transaction(admin.pool, async (db) => {
    await lockDevice(db, deviceId);
    const credentials = await replaceSecret(db, deviceId);
    await record(db, admin.actor, 'device rotate-secret', `device ${deviceId}`, null, null);
    await deliver([credentials]);
    return credentials;
  });
