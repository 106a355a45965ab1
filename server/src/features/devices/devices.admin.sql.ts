import { openStatuses } from '@recline/contract/dictionary';
import { statement } from '../../platform/db.ts';
import { sqlList } from '../../platform/rows.ts';

export interface AdminDeviceRow {
  id: string;
  name: string;
  outlet_id: number;
  outlet_name: string;
  time_zone: string;
  price_group: string | null;
  online: boolean;
  offline_since: Date | null;
  last_seen_at: Date | null;
  fault_code: string | null;
  fault_since: Date | null;
  firmware: string | null;
  boot_id: string | null;
  total_coins: number;
  coin_difference: number;
  registered_at: Date;
  replaced_at: Date | null;
  retired_at: Date | null;
}

const selection = `SELECT d.id, d.name, d.outlet_id, o.name AS outlet_name, o.time_zone, g.name AS price_group, d.online,
    d.offline_since, d.last_seen_at, d.fault_code, d.fault_since, d.firmware, d.boot_id, d.total_coins, d.coin_difference,
    d.registered_at, d.replaced_at, d.retired_at
  FROM devices d JOIN published_outlets o ON o.id = d.outlet_id LEFT JOIN published_price_groups g ON g.id = d.price_group_id`;

export const selectOne = statement<AdminDeviceRow, [string]>('devices.admin.one', `${selection} WHERE d.id = $1`);
export const selectMany = statement<AdminDeviceRow, [number | null, boolean]>(
  'devices.admin.many',
  `${selection} WHERE ($1::bigint IS NULL OR d.outlet_id = $1) AND ($2 OR d.retired_at IS NULL)
   ORDER BY d.outlet_id, d.id`,
);
/** The numbers among these that are in use; a retired chair's is free. */
export const existing = statement<{ id: string }, [string[]]>(
  'devices.admin.existing',
  'SELECT id FROM devices WHERE id = ANY ($1) AND retired_at IS NULL',
);
export const lock = statement<never, [string]>('devices.admin.lock', 'SELECT FROM devices WHERE id = $1 FOR UPDATE');

/** The initial state of a board that has not reported yet; $at and $coins are parameters. */
const newLife = (at: string, coins: string) => `online = false, online_at = NULL, offline_since = ${at},
  last_seen_at = NULL, fault_code = NULL, fault_boot_id = NULL, fault_seq = NULL, firmware = NULL, boot_id = NULL,
  seq = NULL, boot_bar = NULL, total_coins = ${coins}, coin_difference = 0, replaced_at = ${at}`;

/** Returns no row if the number is in use. The number of a retired chair can be registered again. */
export const insert = statement<{ id: string }, [string, string, number, string, string, Date]>(
  'devices.admin.insert',
  `INSERT INTO devices (id, name, outlet_id, secret_hash, broker_hash, registered_at) VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (id) DO UPDATE SET name = excluded.name, outlet_id = excluded.outlet_id, price_group_id = NULL,
     secret_hash = excluded.secret_hash, broker_hash = excluded.broker_hash, registered_at = excluded.registered_at,
     retired_at = NULL, ${newLife('excluded.registered_at', '0')}
   WHERE devices.retired_at IS NOT NULL RETURNING id`,
);
export const beginLife = statement<never, [string, Date, number]>(
  'devices.admin.beginLife',
  `UPDATE devices SET ${newLife('$2', '$3')} WHERE id = $1`,
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
export const retire = statement<never, [string, Date]>(
  'devices.admin.retire',
  'UPDATE devices SET retired_at = $2, online = false, offline_since = coalesce(offline_since, $2) WHERE id = $1',
);
export const restore = statement<never, [string]>(
  'devices.admin.restore',
  'UPDATE devices SET retired_at = NULL WHERE id = $1',
);
export const openOrder = statement<{ id: number }, [string]>(
  'devices.admin.openOrder',
  `SELECT id FROM published_orders WHERE device_id = $1 AND status IN (${sqlList(openStatuses)}) LIMIT 1`,
);
