import { openStatuses } from '@recline/contract/values';
import { type Db, statement } from '../platform/db.ts';
import { sqlList } from '../platform/rows.ts';
import { notFound, refused } from './failure.ts';

interface DeviceRow {
  id: string;
  name: string;
  outlet_id: number;
  outlet_name: string;
  price_group: string | null;
  online: boolean;
  last_seen_at: Date | null;
  fault_code: string | null;
  firmware: string | null;
  coin_difference: number;
  registered_at: Date;
  retired_at: Date | null;
}

const selection = `SELECT d.id, d.name, d.outlet_id, o.name AS outlet_name, g.name AS price_group, d.online,
    d.last_seen_at, d.fault_code, d.firmware, d.coin_difference, d.registered_at, d.retired_at
  FROM devices d JOIN outlets o ON o.id = d.outlet_id LEFT JOIN price_groups g ON g.id = d.price_group_id`;
export const selectOne = statement<DeviceRow, [string]>('cli.devices.one', `${selection} WHERE d.id = $1`);
const selectMany = statement<DeviceRow, [number | null, boolean]>(
  'cli.devices.many',
  `${selection} WHERE ($1::bigint IS NULL OR d.outlet_id = $1) AND ($2 OR d.retired_at IS NULL)
   ORDER BY d.outlet_id, d.id`,
);
const lock = statement<never, [string]>('cli.devices.lock', 'SELECT FROM devices WHERE id = $1 FOR UPDATE');
export const insert = statement<never, [string, string, number, string]>(
  'cli.devices.insert',
  'INSERT INTO devices (id, name, outlet_id, secret_hash) VALUES ($1, $2, $3, $4)',
);
export const setOutlet = statement<never, [string, number]>(
  'cli.devices.move',
  `UPDATE devices SET outlet_id = $2, price_group_id = NULL WHERE id = $1`,
);
export const setName = statement<never, [string, string]>(
  'cli.devices.name',
  'UPDATE devices SET name = $2 WHERE id = $1',
);
export const setSecret = statement<never, [string, string]>(
  'cli.devices.secret',
  'UPDATE devices SET secret_hash = $2 WHERE id = $1',
);
export const retire = statement<never, [string, Date]>(
  'cli.devices.retire',
  `UPDATE devices SET retired_at = $2, online = false, offline_since = coalesce(offline_since, $2) WHERE id = $1`,
);
export const activeOrder = statement<{ id: number }, [string]>(
  'cli.devices.activeOrder',
  `SELECT id FROM orders WHERE device_id = $1 AND status IN (${sqlList(openStatuses)})`,
);

const shape = (row: DeviceRow) => ({
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
export type Device = ReturnType<typeof shape>;

export const listDevices = async (db: Db, outletId: number | null, retired: boolean): Promise<Device[]> =>
  (await selectMany(db, outletId, retired)).map(shape);

/** The chair, locked until the transaction ends; a retired one is history and stays as it is. */
export async function lockDevice(db: Db, id: string): Promise<Device> {
  await lock(db, id);
  const device = await findDevice(db, id);
  if (device.retiredAt) throw refused(`Chair ${id} is retired.`);
  return device;
}

export async function findDevice(db: Db, id: string): Promise<Device> {
  const row = await selectOne.maybe(db, id);
  if (!row) throw notFound(`No chair ${id}. \`recline device list\` shows them.`);
  return shape(row);
}

/** What the audit log keeps of a chair: what an operator decides, not what the chair says of itself. */
export const decided = ({ deviceId, name, outletId, priceGroup, retiredAt }: Device) => ({
  deviceId,
  name,
  outletId,
  priceGroup,
  retiredAt,
});
