import { openStatuses } from '@recline/contract/values';
import { statement } from '../../platform/db.ts';
import { sqlList } from '../../platform/rows.ts';
import { type DeviceViewRow, deviceColumns, deviceTables } from '../devices/index.ts';
import { type OrderRow, orderColumns, orderSource } from '../orders/index.ts';

export const changedOrders = statement<OrderRow, [number[]]>(
  'events.orders',
  `SELECT ${orderColumns} FROM ${orderSource} WHERE o.id = ANY($1)`,
);
export const changedDevices = statement<DeviceViewRow, [string[]]>(
  'events.devices',
  `SELECT ${deviceColumns} FROM ${deviceTables} WHERE d.id = ANY($1)`,
);

export const ownOrders = statement<OrderRow, [number]>(
  'events.ownOrders',
  `SELECT ${orderColumns} FROM ${orderSource}
   WHERE o.placed_by = $1 AND o.status IN (${sqlList(openStatuses)})`,
);
