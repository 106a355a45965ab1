import type { StreamEvents } from '@recline/contract/events';
import type { Clock } from '../../platform/clock.ts';
import { type Pool, statement } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Channels, Listener } from '../../platform/notify.ts';
import { type DeviceViewRow, deviceColumns, deviceTables, toDeviceRow } from '../devices/devices.view.ts';
import { type OrderRow, orderColumns, orderSource, toOrder } from '../orders/orders.view.ts';
import { type Sight, seesDevice, seesOrder } from './events.rules.ts';

const changedOrders = statement<OrderRow, [number[]]>(
  'events.orders',
  `SELECT ${orderColumns} FROM ${orderSource} WHERE o.id = ANY($1)`,
);
const changedDevices = statement<DeviceViewRow, [string[]]>(
  'events.devices',
  `SELECT ${deviceColumns} FROM ${deviceTables} WHERE d.id = ANY($1)`,
);

const ownOrders = statement<OrderRow, [number]>(
  'events.ownOrders',
  `SELECT ${orderColumns} FROM ${orderSource}
   WHERE o.placed_by = $1 AND o.status IN ('pending', 'starting', 'running')`,
);

/** One open stream: what its caller may see, and the way to it. */
export interface Subscriber {
  sight: Sight;
  write(text: string): void;
  /** Whether its caller may still see what it shows. */
  check(): void;
  end(): void;
}

/** A piece of news as it stands on a stream. */
export const newsText = <K extends keyof StreamEvents>(event: K, data: StreamEvents[K]): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** Rows that changed, each with its text: made once, however many streams it goes to. */
interface Changes {
  orders: { row: OrderRow; text: string }[];
  devices: { row: DeviceViewRow; text: string }[];
  /** Whom they may concern: most streams are told apart by these alone. */
  outlets: Set<number>;
  accounts: Set<number | null>;
}

interface EventDeps {
  pool: Pool;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  listener: Listener;
}

/** Changes that come together are read together, once for all streams. */
const gatherFor = 100;
/** Streams of one account; the next one ends the oldest. More than anybody has phones and open pages. */
const mostOfOne = 20;

export function makeEvents({ pool, clock, log, metrics, listener }: EventDeps) {
  const subscribers = new Set<Subscriber>();
  let orders = new Map<number, Channels['order']>();
  let devices = new Map<string, Channels['device']>();
  let timer: NodeJS.Timeout | undefined;

  listener.on('order', (change) => {
    note(() => {
      orders.set(change.orderId, change);
      devices.set(change.deviceId, { deviceId: change.deviceId, outletId: change.outletId });
    });
  });
  listener.on('device', (change) => note(() => devices.set(change.deviceId, change)));
  listener.on('account', ({ accountId }) => {
    for (const { sight, check } of subscribers) if (sight.accountId === accountId) check();
  });
  /** Something may have been missed: everybody looks anew. */
  const refresh = () => {
    for (const subscriber of subscribers) subscriber.write(newsText('refresh', {}));
  };
  listener.onReconnect(refresh);

  function note(remember: () => void): void {
    if (subscribers.size === 0) return;
    remember();
    timer ??= setTimeout(() => {
      timer = undefined;
      tell().catch((error) => {
        log.error({ err: error }, 'event streams could not be told');
        refresh();
      });
    }, gatherFor);
  }

  async function tell(): Promise<void> {
    const [changedOrderIds, changedDeviceIds] = [[...orders.keys()], [...devices.keys()]];
    orders = new Map();
    devices = new Map();
    const [orderRows, deviceRows] = await Promise.all([
      changedOrderIds.length > 0 ? changedOrders(pool, changedOrderIds) : [],
      changedDevices(pool, changedDeviceIds),
    ]);
    const changes = changesOf(orderRows, deviceRows);
    for (const subscriber of subscribers) {
      if (!mayConcern(subscriber.sight, changes)) continue;
      const text = newsFor(subscriber.sight, changes);
      if (text) subscriber.write(text);
    }
  }

  function changesOf(orderRows: OrderRow[], deviceRows: DeviceViewRow[]): Changes {
    const now = clock();
    return {
      orders: orderRows.map((row) => ({ row, text: newsText('order', toOrder(row, now)) })),
      devices: deviceRows.map((row) => ({ row, text: newsText('device', toDeviceRow(row)) })),
      outlets: new Set([...orderRows, ...deviceRows].map((row) => row.outlet_id)),
      accounts: new Set(orderRows.map((row) => row.placed_by)),
    };
  }

  function subscribe(subscriber: Subscriber): () => void {
    const others = [...subscribers].filter(({ sight }) => sight.accountId === subscriber.sight.accountId);
    if (others.length >= mostOfOne) letGo(others[0]);
    subscribers.add(subscriber);
    metrics.streams.set(subscribers.size);
    return () => {
      subscribers.delete(subscriber);
      metrics.streams.set(subscribers.size);
    };
  }

  function letGo(oldest: Subscriber | undefined): void {
    if (!oldest) return;
    subscribers.delete(oldest);
    oldest.end();
  }

  /** How things stand when a stream opens: its one order, or the caller's own that are not over. */
  const current = (sight: Sight): Promise<OrderRow[]> =>
    sight.orderId === undefined ? ownOrders(pool, sight.accountId) : changedOrders(pool, [sight.orderId]);

  return {
    subscribe,
    current,
    /** Lets all streams go, so that the server can stop. */
    stop() {
      clearTimeout(timer);
      for (const subscriber of subscribers) subscriber.end();
    },
  };
}

export type Events = ReturnType<typeof makeEvents>;

const mayConcern = (sight: Sight, { outlets, accounts }: Changes): boolean =>
  accounts.has(sight.accountId) || sight.ownDevices.size > 0 || sight.outletIds.some((id) => outlets.has(id));

/** A chair shows if it was in sight before or is after these changes: a guest hears of the fault that ended the order. */
function newsFor(sight: Sight, { orders, devices }: Changes): string {
  const before = devices.filter(({ row }) => seesDevice(sight, row));
  const seenOrders = orders.filter(({ row }) => seesOrder(sight, row));
  const seenDevices = devices.filter((device) => before.includes(device) || seesDevice(sight, device.row));
  return [...seenOrders, ...seenDevices].map(({ text }) => text).join('');
}
