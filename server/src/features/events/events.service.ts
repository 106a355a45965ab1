import type { StreamEvents } from '@recline/contract/events';
import { openStatuses } from '@recline/contract/values';
import type { Clock } from '../../platform/clock.ts';
import { type Pool, statement } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Listener } from '../../platform/notify.ts';
import { sqlList } from '../../platform/rows.ts';
import { type DeviceViewRow, deviceChanged, deviceColumns, deviceTables, toDeviceRow } from '../devices/index.ts';
import { type OrderRow, orderChanged, orderColumns, orderSource, toOrder } from '../orders/index.ts';
import { accountChanged } from '../session/index.ts';
import { seesDevice, seesOrder, type Visibility } from './events.rules.ts';

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
   WHERE o.placed_by = $1 AND o.status IN (${sqlList(openStatuses)})`,
);

/** One open stream: what its caller may see, and how to send to it. */
export interface Subscriber {
  visibility: Visibility;
  write(text: string): void;
  /** Whether its caller may still see what it shows. */
  check(): void;
  end(): void;
}

/** An event as it is written to a stream. */
export const newsText = <K extends keyof StreamEvents>(event: K, data: StreamEvents[K]): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** Changed rows, each with its text: serialised once for all streams. */
interface Changes {
  orders: { row: OrderRow; text: string }[];
  devices: { row: DeviceViewRow; text: string }[];
  /** Who may be interested: these rule out most streams. */
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

/**
 * Changes are collected, read once, and sent to all streams of an audience together: quickly to whoever follows an order
 * of their own, once a second to managers, whose lists change with every order of every outlet.
 */
const personalEveryMs = 100;
const managersEveryMs = 1_000;
const isPersonal = ({ outletIds, orderId }: Visibility): boolean => outletIds.length === 0 || orderId !== undefined;

/** Streams per account; one more ends the oldest. More than anybody has open pages. */
const mostOfOne = 20;

export function makeEvents({ pool, clock, log, metrics, listener }: EventDeps) {
  const subscribers = new Set<Subscriber>();
  const feeds = [
    makeFeed(personalEveryMs, isPersonal),
    makeFeed(managersEveryMs, (visibility) => !isPersonal(visibility)),
  ];

  listener.on(orderChanged, ({ orderId, deviceId }) => {
    for (const feed of feeds) feed.note(orderId, deviceId);
  });
  listener.on(deviceChanged, ({ deviceId }) => {
    for (const feed of feeds) feed.note(undefined, deviceId);
  });
  listener.on(accountChanged, ({ accountId }) => {
    for (const { visibility, check } of subscribers) if (visibility.accountId === accountId) check();
  });
  /** Notifications may have been missed: every stream reads again. */
  const refresh = () => {
    for (const subscriber of subscribers) subscriber.write(newsText('refresh', {}));
  };
  listener.onReconnect(refresh);

  /** Collects what changed, and tells its audience at most once in `everyMs`. */
  function makeFeed(everyMs: number, isAudience: (visibility: Visibility) => boolean) {
    let orders = new Set<number>();
    let devices = new Set<string>();
    let timer: NodeJS.Timeout | undefined;
    const audience = () => [...subscribers].filter(({ visibility }) => isAudience(visibility));

    async function flush(): Promise<void> {
      timer = undefined;
      const [orderIds, deviceIds] = [[...orders], [...devices]];
      orders = new Set();
      devices = new Set();
      const told = audience();
      if (told.length === 0) return;
      const changes = await readChanges(orderIds, deviceIds);
      for (const subscriber of told) tell(subscriber, changes);
    }
    return {
      note(orderId: number | undefined, deviceId: string): void {
        if (subscribers.size === 0) return;
        if (orderId !== undefined) orders.add(orderId);
        devices.add(deviceId);
        timer ??= setTimeout(() => {
          flush().catch((error) => {
            log.error({ err: error }, 'event streams could not be told');
            refresh();
          });
        }, everyMs);
      },
      stop: () => clearTimeout(timer),
    };
  }

  async function readChanges(orderIds: number[], deviceIds: string[]): Promise<Changes> {
    const [orderRows, deviceRows] = await Promise.all([
      orderIds.length > 0 ? changedOrders(pool, orderIds) : [],
      changedDevices(pool, deviceIds),
    ]);
    return changesOf(orderRows, deviceRows);
  }

  function tell(subscriber: Subscriber, changes: Changes): void {
    if (!mayConcern(subscriber.visibility, changes)) return;
    const text = newsFor(subscriber.visibility, changes);
    if (text) subscriber.write(text);
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
    const others = [...subscribers].filter(
      ({ visibility }) => visibility.accountId === subscriber.visibility.accountId,
    );
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

  /** The state when a stream opens: its one order, or the caller's open orders. */
  const current = (visibility: Visibility): Promise<OrderRow[]> =>
    visibility.orderId === undefined
      ? ownOrders(pool, visibility.accountId)
      : changedOrders(pool, [visibility.orderId]);

  return {
    subscribe,
    current,
    /** Ends all streams, so that the server can stop. */
    stop() {
      for (const feed of feeds) feed.stop();
      for (const subscriber of subscribers) subscriber.end();
    },
  };
}

export type Events = ReturnType<typeof makeEvents>;

const mayConcern = (visibility: Visibility, { outlets, accounts }: Changes): boolean =>
  accounts.has(visibility.accountId) ||
  visibility.ownDevices.size > 0 ||
  visibility.outletIds.some((id) => outlets.has(id));

/** A chair is sent if it was visible before or after these changes: a guest gets the fault that ended the order. */
function newsFor(visibility: Visibility, { orders, devices }: Changes): string {
  const before = devices.filter(({ row }) => seesDevice(visibility, row));
  const seenOrders = orders.filter(({ row }) => seesOrder(visibility, row));
  const seenDevices = devices.filter((device) => before.includes(device) || seesDevice(visibility, device.row));
  return [...seenOrders, ...seenDevices].map(({ text }) => text).join('');
}
