import type { DeviceRow } from '@recline/contract/devices';

/** A chair as people see it, with the order that holds it. */
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
