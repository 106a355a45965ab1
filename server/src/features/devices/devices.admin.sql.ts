import { openStatuses } from '@recline/contract/dictionary';
import { statement } from '../../platform/db.ts';
import { sqlList } from '../../platform/rows.ts';

export interface AdminDeviceRow {
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

export const selectOne = statement<AdminDeviceRow, [string]>('devices.admin.one', `${selection} WHERE d.id = $1`);
export const selectMany = statement<AdminDeviceRow, [number | null, boolean]>(
  'devices.admin.many',
  `${selection} WHERE ($1::bigint IS NULL OR d.outlet_id = $1) AND ($2 OR d.retired_at IS NULL)
   ORDER BY d.outlet_id, d.id`,
);
export const existing = statement<{ id: string }, [string[]]>(
  'devices.admin.existing',
  'SELECT id FROM devices WHERE id = ANY ($1)',
);
export const lock = statement<never, [string]>('devices.admin.lock', 'SELECT FROM devices WHERE id = $1 FOR UPDATE');

/** No row where the id is taken. */
export const insert = statement<{ id: string }, [string, string, number, string]>(
  'devices.admin.insert',
  `INSERT INTO devices (id, name, outlet_id, secret_hash) VALUES ($1, $2, $3, $4)
   ON CONFLICT (id) DO NOTHING RETURNING id`,
);
export const setOutlet = statement<never, [string, number]>(
  'devices.admin.setOutlet',
  'UPDATE devices SET outlet_id = $2, price_group_id = NULL WHERE id = $1',
);
export const setName = statement<never, [string, string]>(
  'devices.admin.setName',
  'UPDATE devices SET name = $2 WHERE id = $1',
);
export const setPriceGroup = statement<never, [string, number | null]>(
  'devices.admin.setPriceGroup',
  'UPDATE devices SET price_group_id = $2 WHERE id = $1',
);
export const setSecret = statement<never, [string, string]>(
  'devices.admin.setSecret',
  'UPDATE devices SET secret_hash = $2 WHERE id = $1',
);
export const retire = statement<never, [string, Date]>(
  'devices.admin.retire',
  'UPDATE devices SET retired_at = $2, online = false, offline_since = coalesce(offline_since, $2) WHERE id = $1',
);
export const openOrder = statement<{ id: number }, [string]>(
  'devices.admin.openOrder',
  `SELECT id FROM orders WHERE device_id = $1 AND status IN (${sqlList(openStatuses)}) LIMIT 1`,
);
