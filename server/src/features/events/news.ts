import type { StreamEvents } from '@recline/contract/events';
import type { Clock } from '../../platform/clock.ts';
import type { Pool } from '../../platform/db.ts';
import { type DeviceViewRow, toDeviceRow } from '../devices/index.ts';
import { type OrderRow, toOrder } from '../orders/index.ts';
import { seesDevice, seesOrder, type Visibility } from './events.rules.ts';
import * as sql from './events.sql.ts';

/** An event as it is written to a stream. */
export const newsText = <K extends keyof StreamEvents>(event: K, data: StreamEvents[K]): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

interface Change<Row> {
  row: Row;
  /** As it is written to streams: serialised once for all of them. */
  text: string;
}

/** Changed rows, indexed by who may see them, so that a stream reads only its own. */
export interface Changes {
  ordersByOutlet: Map<number, Change<OrderRow>[]>;
  ordersByAccount: Map<number | null, Change<OrderRow>[]>;
  ordersById: Map<number, Change<OrderRow>[]>;
  devicesByOutlet: Map<number, Change<DeviceViewRow>[]>;
  devicesById: Map<string, Change<DeviceViewRow>[]>;
}

export async function readChanges(
  { pool, clock }: { pool: Pool; clock: Clock },
  orderIds: number[],
  deviceIds: string[],
): Promise<Changes> {
  // Orders first, then chairs: a chair's fault is committed before the order that it ends. Read the other way round, or
  // in parallel, an order could appear as ended without the fault that ended it.
  const orderRows = orderIds.length > 0 ? await sql.changedOrders(pool, orderIds) : [];
  const deviceRows = await sql.changedDevices(pool, deviceIds);
  return changesOf(orderRows, deviceRows, clock());
}

function changesOf(orderRows: OrderRow[], deviceRows: DeviceViewRow[], now: Date): Changes {
  const orders = orderRows.map((row) => ({ row, text: newsText('order', toOrder(row, now)) }));
  const devices = deviceRows.map((row) => ({ row, text: newsText('device', toDeviceRow(row)) }));
  return {
    ordersByOutlet: Map.groupBy(orders, ({ row }) => row.outlet_id),
    ordersByAccount: Map.groupBy(orders, ({ row }) => row.placed_by),
    ordersById: Map.groupBy(orders, ({ row }) => row.id),
    devicesByOutlet: Map.groupBy(devices, ({ row }) => row.outlet_id),
    devicesById: Map.groupBy(devices, ({ row }) => row.id),
  };
}

/** The changes that are found under any of these keys, each once. */
const found = <Key, Row>(index: Map<Key, Change<Row>[]>, keys: Iterable<Key>): Change<Row>[] =>
  [...keys].flatMap((key) => index.get(key) ?? []);

/** A chair is sent if it was visible before or after these changes: a guest gets the fault that ended the order. */
export function newsFor(visibility: Visibility, changes: Changes): string {
  const { outletIds, accountId, orderId, ownDevices } = visibility;
  const devicesBefore = found(changes.devicesById, ownDevices.keys()).filter(({ row }) => seesDevice(visibility, row));
  const orders = new Set([
    ...found(changes.ordersByOutlet, outletIds),
    ...found(changes.ordersByAccount, [accountId]),
    ...(orderId === undefined ? [] : found(changes.ordersById, [orderId])),
  ]);
  const seenOrders = [...orders].filter(({ row }) => seesOrder(visibility, row));
  const devices = new Set([
    ...devicesBefore,
    ...found(changes.devicesById, ownDevices.keys()),
    ...found(changes.devicesByOutlet, outletIds),
  ]);
  const seenDevices = [...devices].filter(
    (device) => devicesBefore.includes(device) || seesDevice(visibility, device.row),
  );
  return [...seenOrders, ...seenDevices].map(({ text }) => text).join('');
}
