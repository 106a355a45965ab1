import type { DeviceRow } from '@recline/contract/devices';
import { holdingStatuses } from '@recline/contract/values';
import { sqlList } from '../../platform/rows.ts';

/** A chair as people see it, with the order that holds it: read with these columns from these tables. */
export interface DeviceViewRow {
  id: string;
  name: string;
  outlet_id: number;
  outlet_name: string;
  online: boolean;
  fault_code: string | null;
  last_seen_at: Date | null;
  order_id: number | null;
}

export const deviceColumns = `d.id, d.name, d.outlet_id, o.name AS outlet_name, d.online, d.fault_code, d.last_seen_at,
  (SELECT a.id FROM orders a WHERE a.device_id = d.id AND a.status IN (${sqlList(holdingStatuses)})) AS order_id`;

export const deviceTables = 'devices d JOIN outlets o ON o.id = d.outlet_id';

export const toDeviceRow = (row: DeviceViewRow): DeviceRow => ({
  deviceId: row.id,
  name: row.name,
  outletId: String(row.outlet_id),
  outletName: row.outlet_name,
  online: row.online,
  inUse: row.order_id !== null,
  faultCode: row.fault_code,
  lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  orderId: row.order_id === null ? null : String(row.order_id),
});
