import { type Admin, refuse } from '../../platform/admin.ts';
import { type Db, transaction } from '../../platform/db.ts';
import { record } from '../audit/index.ts';
import { findOutlet } from '../outlets/index.ts';
import { lockPriceGroup, requireCurrency } from '../prices/index.ts';
import { randomToken, sha256 } from '../session/index.ts';
import { credentialsChanged, deviceChanged } from './channels.ts';
import * as sql from './devices.admin.sql.ts';

const toDevice = (row: sql.AdminDeviceRow) => ({
  deviceId: row.id,
  name: row.name,
  outletId: String(row.outlet_id),
  outletName: row.outlet_name,
  priceGroup: row.price_group,
  online: row.online,
  lastSeenAt: row.last_seen_at,
  faultCode: row.fault_code,
  firmware: row.firmware,
  coinDifference: row.coin_difference,
  registeredAt: row.registered_at,
  retiredAt: row.retired_at,
});
export type Device = ReturnType<typeof toDevice>;

/** What an administrator decides about a chair, as opposed to what the chair reports. */
export const settingsOf = ({ deviceId, name, outletId, priceGroup, retiredAt }: Device) => ({
  deviceId,
  name,
  outletId,
  priceGroup,
  retiredAt,
});
export type DeviceSettings = ReturnType<typeof settingsOf>;

export interface NewDevice {
  deviceId: string;
  name: string;
  outletId: number;
}

/** What a chair logs in to the broker with. Only a hash of the secret is stored. */
export interface Credentials {
  deviceId: string;
  secret: string;
}

/** Hands credentials over before the commit: if that fails, nothing is changed. A chair without a secret is retired. */
export type Deliver = (credentials: (Credentials | { deviceId: string; secret: null })[]) => Promise<unknown>;

export const listDevices = async (db: Db, outletId: number | null, withRetired: boolean): Promise<Device[]> =>
  (await sql.selectMany(db, outletId, withRetired)).map(toDevice);

export async function findDevice(db: Db, deviceId: string): Promise<Device> {
  const row = await sql.selectOne.maybe(db, deviceId);
  if (!row) throw refuse('deviceNotFound', { deviceId });
  return toDevice(row);
}

/** The chair, locked until the transaction ends. A retired one cannot be changed any more. */
async function lockDevice(db: Db, deviceId: string): Promise<Device> {
  await sql.lock(db, deviceId);
  const device = await findDevice(db, deviceId);
  if (device.retiredAt) throw refuse('deviceRetired', { deviceId });
  return device;
}

async function requireIdle(db: Db, deviceId: string): Promise<void> {
  const order = await sql.openOrder.maybe(db, deviceId);
  if (order) throw refuse('deviceBusy', { deviceId, orderId: order.id });
}

const hashed = (secret: string): string => sha256(secret).toString('hex');

/** Registers a chair and returns its secret, which is not stored. */
export async function insertDevice(db: Db, { deviceId, name, outletId }: NewDevice): Promise<string> {
  const secret = randomToken();
  const inserted = await sql.insert.maybe(db, deviceId, name, outletId, hashed(secret));
  if (!inserted) throw refuse('deviceExists', { deviceId });
  await deviceChanged.publish(db, [{ deviceId, outletId }]);
  return secret;
}

/** Takes effect at once: a connection with the old secret is ended. */
async function replaceSecret(db: Db, deviceId: string): Promise<string> {
  const secret = randomToken();
  await sql.setSecret(db, deviceId, hashed(secret));
  await credentialsChanged.publish(db, [{ deviceId }]);
  return secret;
}

export const addDevice = (admin: Admin, device: NewDevice, deliver: Deliver) =>
  transaction(admin.pool, async (db) => {
    const { deviceId, outletId } = device;
    const { name: outletName } = await findOutlet(db, outletId);
    const secret = await insertDevice(db, device);
    const after = settingsOf(await findDevice(db, deviceId));
    await record(db, admin.actor, 'device add', `device ${deviceId}`, null, after);
    await deliver([{ deviceId, secret }]);
    return { deviceId, secret, outletName };
  });

/** Changes one chair, records its state before and after, and notifies open screens at both outlets. */
const changeDevice = (
  admin: Admin,
  action: string,
  deviceId: string,
  work: (db: Db, before: Device) => Promise<unknown>,
): Promise<{ before: Device; after: Device }> =>
  transaction(admin.pool, async (db) => {
    const before = await lockDevice(db, deviceId);
    await work(db, before);
    const after = await findDevice(db, deviceId);
    for (const outletId of new Set([before.outletId, after.outletId])) {
      await deviceChanged.publish(db, [{ deviceId, outletId: Number(outletId) }]);
    }
    await record(db, admin.actor, action, `device ${deviceId}`, settingsOf(before), settingsOf(after));
    return { before, after };
  });

export const renameDevice = (admin: Admin, deviceId: string, name: string) =>
  changeDevice(admin, 'device rename', deviceId, (db) => sql.setName(db, deviceId, name));

/** Past orders stay with the old outlet; a price group of its own is removed. */
export const moveDevice = (admin: Admin, deviceId: string, outletId: number) =>
  changeDevice(admin, 'device move', deviceId, async (db) => {
    await requireIdle(db, deviceId);
    await findOutlet(db, outletId);
    await sql.setOutlet(db, deviceId, outletId);
  });

/** Takes a chair out of service for good; its orders stay. */
export const retireDevice = (admin: Admin, deviceId: string, deliver: Deliver) =>
  changeDevice(admin, 'device retire', deviceId, async (db) => {
    await requireIdle(db, deviceId);
    await sql.retire(db, deviceId, admin.clock());
    await replaceSecret(db, deviceId);
    await deliver([{ deviceId, secret: null }]);
  });

/** Sets the price group of one chair; without one it has that of its outlet. */
export const setDevicePriceGroup = (admin: Admin, deviceId: string, name: string | null) =>
  changeDevice(admin, 'price assign', deviceId, async (db, before) => {
    const group = name === null ? null : await lockPriceGroup(db, name);
    if (group) requireCurrency(group, (await findOutlet(db, Number(before.outletId))).currency);
    await sql.setPriceGroup(db, deviceId, group?.id ?? null);
  });

export const rotateSecret = (admin: Admin, deviceId: string, deliver: Deliver) =>
  transaction(admin.pool, async (db) => {
    await lockDevice(db, deviceId);
    const secret = await replaceSecret(db, deviceId);
    await record(db, admin.actor, 'device rotate-secret', `device ${deviceId}`, null, null);
    await deliver([{ deviceId, secret }]);
    return { deviceId, secret };
  });
