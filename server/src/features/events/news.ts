import type { StreamEvents } from '@recline/contract/events';
import type { Clock } from '../../platform/clock.ts';
import type { Pool } from '../../platform/db.ts';
import { type DeviceViewRow, devicesById, toDeviceRow } from '../devices/index.ts';
import { type OrderRow, ordersById, toOrder, type Visible } from '../orders/index.ts';
import { seesDevice, seesOrder, type Visibility } from './events.rules.ts';

/** An event as written to a stream. */
export const newsText = <K extends keyof StreamEvents>(event: K, data: StreamEvents[K]): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** A changed row, and how it is written to streams: serialised once for all of them. */
interface Change<Row> {
  row: Row;
  textOf(row: Seen<Row>): string;
}
/** Orders are written only to readers who may see them. */
type Seen<Row> = Row extends OrderRow ? Visible<Row> : Row;

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
  const orderRows = orderIds.length > 0 ? await ordersById(pool, orderIds) : [];
  const deviceRows = await devicesById(pool, deviceIds);
  return changesOf(orderRows, deviceRows, clock());
}

function changesOf(orderRows: OrderRow[], deviceRows: DeviceViewRow[], now: Date): Changes {
  const orders = orderRows.map((row) =>
    change(row, (seen: Visible<OrderRow>) => newsText('order', toOrder(seen, now))),
  );
  const devices = deviceRows.map((row) => change(row, () => newsText('device', toDeviceRow(row))));
  return {
    ordersByOutlet: Map.groupBy(orders, ({ row }) => row.outlet_id),
    ordersByAccount: Map.groupBy(orders, ({ row }) => row.placed_by),
    ordersById: Map.groupBy(orders, ({ row }) => row.id),
    devicesByOutlet: Map.groupBy(devices, ({ row }) => row.outlet_id),
    devicesById: Map.groupBy(devices, ({ row }) => row.id),
  };
}

/** The outlets of the orders that count, or have counted, as income. */
export const incomeOutlets = ({ ordersByOutlet }: Changes): number[] =>
  [...ordersByOutlet].filter(([, orders]) => orders.some(({ row }) => row.started_at !== null)).map(([id]) => id);

function change<Row>(row: Row, write: (row: Seen<Row>) => string): Change<Row> {
  let text: string | undefined;
  return { row, textOf: (seen) => (text ??= write(seen)) };
}

/** The changes stored under any of these keys, each once. */
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
  const seenOrders = [...orders].flatMap(({ row, textOf }) => (seesOrder(visibility, row) ? [textOf(row)] : []));
  const devices = new Set([
    ...devicesBefore,
    ...found(changes.devicesById, ownDevices.keys()),
    ...found(changes.devicesByOutlet, outletIds),
  ]);
  const seenDevices = [...devices].filter(
    (device) => devicesBefore.includes(device) || seesDevice(visibility, device.row),
  );
  return [...seenOrders, ...seenDevices.map(({ row, textOf }) => textOf(row))].join('');
}
