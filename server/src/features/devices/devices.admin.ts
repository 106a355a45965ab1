import { type Admin, change, refuse } from '../../platform/admin.ts';
import { type Db, transaction } from '../../platform/db.ts';
import { record } from '../audit/index.ts';
import { findOutlet } from '../outlets/index.ts';
import { lockPriceGroup, requireCurrency } from '../prices/index.ts';
import { deviceChanged } from './channels.ts';
import { type Credentials, type Deliver, makeCredentials, secretHashOf } from './credentials.ts';
import * as sql from './devices.admin.sql.ts';

const toDevice = (row: sql.AdminDeviceRow) => ({
  deviceId: row.id,
  name: row.name,
  outletId: String(row.outlet_id),
  outletName: row.outlet_name,
  timeZone: row.time_zone,
  priceGroup: row.price_group,
  online: row.online,
  offlineSince: row.offline_since,
  lastSeenAt: row.last_seen_at,
  faultCode: row.fault_code,
  faultSince: row.fault_since,
  firmware: row.firmware,
  bootId: row.boot_id,
  totalCoins: row.total_coins,
  coinDifference: row.coin_difference,
  registeredAt: row.registered_at,
  replacedAt: row.replaced_at,
  retiredAt: row.retired_at,
});
export type Device = ReturnType<typeof toDevice>;

/** Settings of a chair made by administrators, as opposed to what the chair reports. */
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

export const listDevices = async (db: Db, outletId: number | null, withRetired: boolean): Promise<Device[]> =>
  (await sql.selectMany(db, outletId, withRetired)).map(toDevice);

export async function findDevice(db: Db, deviceId: string): Promise<Device> {
  const row = await sql.selectOne.maybe(db, deviceId);
  if (!row) throw refuse('deviceNotFound', { deviceId });
  return toDevice(row);
}

interface LockOptions {
  /** A retired chair can only be restored. */
  withRetired?: boolean;
}

/** The chair, locked until the transaction ends. */
export async function lockDevice(db: Db, deviceId: string, { withRetired }: LockOptions = {}): Promise<Device> {
  await sql.lock(db, deviceId);
  const device = await findDevice(db, deviceId);
  if (device.retiredAt && !withRetired) throw refuse('deviceRetired', { deviceId });
  return device;
}

export async function requireIdle(db: Db, deviceId: string): Promise<void> {
  const order = await sql.openOrder.maybe(db, deviceId);
  if (order) throw refuse('deviceBusy', { deviceId, orderId: order.id });
}

/** Registers a chair, under a new number or that of a retired one. The secret is not stored. */
export async function insertDevice(
  admin: Admin,
  db: Db,
  { deviceId, name, outletId }: NewDevice,
): Promise<Credentials> {
  const credentials = await makeCredentials(deviceId);
  const { secret, brokerHash } = credentials;
  const inserted = await sql.insert.maybe(
    db,
    deviceId,
    name,
    outletId,
    secretHashOf(secret),
    brokerHash,
    admin.clock(),
  );
  if (!inserted) throw refuse('deviceExists', { deviceId });
  await deviceChanged.publish(db, [{ deviceId, outletId }]);
  return credentials;
}

export const addDevice = (admin: Admin, device: NewDevice, deliver: Deliver) =>
  transaction(admin.pool, async (db) => {
    const { deviceId, outletId } = device;
    const { name: outletName } = await findOutlet(db, outletId);
    const credentials = await insertDevice(admin, db, device);
    const after = settingsOf(await findDevice(db, deviceId));
    await record(db, admin.actor, 'device add', `device ${deviceId}`, null, after);
    await deliver([credentials]);
    return { ...credentials, outletName };
  });

/** Changes one chair, records its state before and after, and notifies open screens at both outlets. */
export const changeDevice = (
  admin: Admin,
  action: string,
  deviceId: string,
  work: Work,
  options: LockOptions = {},
): Promise<DeviceChange> => transaction(admin.pool, (db) => changeOne(admin, db, action, deviceId, work, options));

/** Changes all of these chairs, or none, in the order in which every transaction locks them. */
export const changeDevices = (
  admin: Admin,
  action: string,
  deviceIds: readonly string[],
  work: Work,
): Promise<DeviceChange[]> =>
  change(admin, async (db) => {
    const changes: DeviceChange[] = [];
    for (const deviceId of [...new Set(deviceIds)].sort())
      changes.push(await changeOne(admin, db, action, deviceId, work, {}));
    return changes;
  });

export interface DeviceChange {
  before: Device;
  after: Device;
}
type Work = (db: Db, before: Device) => Promise<unknown>;

async function changeOne(
  { actor }: Admin,
  db: Db,
  action: string,
  deviceId: string,
  work: Work,
  options: LockOptions,
): Promise<DeviceChange> {
  const before = await lockDevice(db, deviceId, options);
  await work(db, before);
  const after = await findDevice(db, deviceId);
  for (const outletId of new Set([before.outletId, after.outletId])) {
    await deviceChanged.publish(db, [{ deviceId, outletId: Number(outletId) }]);
  }
  await record(db, actor, action, `device ${deviceId}`, settingsOf(before), settingsOf(after));
  return { before, after };
}

export const renameDevice = (admin: Admin, deviceId: string, name: string) =>
  changeDevice(admin, 'device rename', deviceId, (db) => sql.setName(db, deviceId, name));

/** Past orders stay with the old outlet; the chair's own price group is removed. */
export const moveDevices = (admin: Admin, deviceIds: readonly string[], outletId: number) =>
  changeDevices(admin, 'device move', deviceIds, async (db, { deviceId }) => {
    await requireIdle(db, deviceId);
    await findOutlet(db, outletId);
    await sql.setOutlet(db, deviceId, outletId);
  });

/** Sets the price group of one chair; null returns it to that of its outlet. */
export const setDevicePriceGroup = (admin: Admin, deviceId: string, name: string | null) =>
  changeDevice(admin, 'price assign', deviceId, async (db, before) => {
    const group = name === null ? null : await lockPriceGroup(db, name);
    if (group) requireCurrency(group, (await findOutlet(db, Number(before.outletId))).currency);
    await sql.setPriceGroup(db, deviceId, group?.id ?? null);
  });
