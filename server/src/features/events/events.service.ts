import { setImmediate } from 'node:timers/promises';
import type { StreamEvents } from '@recline/contract/events';
import { openStatuses } from '@recline/contract/values';
import type { Clock } from '../../platform/clock.ts';
import { type Pool, statement } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Listener } from '../../platform/notify.ts';
import { sqlList } from '../../platform/rows.ts';
import { type DeviceViewRow, deviceChanged, deviceColumns, deviceTables, toDeviceRow } from '../devices/index.ts';
import { chairReported } from '../feedback/index.ts';
import { type OrderRow, orderChanged, orderColumns, orderSource, toOrder } from '../orders/index.ts';
import { accountChanged } from '../session/index.ts';
import { seesDevice, seesOrder, seesReport, type Visibility } from './events.rules.ts';

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

interface Change<Row> {
  row: Row;
  /** As it is written to streams: serialised once for all of them. */
  text: string;
}

/** Changed rows, indexed by who may see them, so that a stream reads only its own. */
interface Changes {
  ordersByOutlet: Map<number, Change<OrderRow>[]>;
  ordersByAccount: Map<number | null, Change<OrderRow>[]>;
  ordersById: Map<number, Change<OrderRow>[]>;
  devicesByOutlet: Map<number, Change<DeviceViewRow>[]>;
  devicesById: Map<string, Change<DeviceViewRow>[]>;
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

/** Streams that are written to in one turn of the event loop. */
const sliceLength = 50;

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
  listener.on(chairReported, ({ feedbackId, outletId }) => {
    const text = newsText('feedback', { feedbackId: String(feedbackId), outletId: String(outletId) });
    for (const { visibility, write } of subscribers) if (seesReport(visibility, outletId)) write(text);
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

    /** One flush at a time, so that streams get the changes in their order. */
    function schedule(): void {
      if (timer || orders.size + devices.size === 0) return;
      timer = setTimeout(() => {
        flush()
          .catch((error) => {
            log.error({ err: error }, 'event streams could not be told');
            refresh();
          })
          .finally(() => {
            timer = undefined;
            schedule();
          });
      }, everyMs);
    }

    async function flush(): Promise<void> {
      const [orderIds, deviceIds] = [[...orders], [...devices]];
      orders = new Set();
      devices = new Set();
      const told = audience();
      if (told.length === 0) return;
      await tellAll(told, await readChanges(orderIds, deviceIds));
    }
    return {
      note(orderId: number | undefined, deviceId: string): void {
        if (subscribers.size === 0) return;
        if (orderId !== undefined) orders.add(orderId);
        devices.add(deviceId);
        schedule();
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

  /** In slices: thousands of streams at once would hold up every start meanwhile. */
  async function tellAll(told: readonly Subscriber[], changes: Changes): Promise<void> {
    for (let from = 0; from < told.length; from += sliceLength) {
      for (const { visibility, write } of told.slice(from, from + sliceLength)) {
        const text = newsFor(visibility, changes);
        if (text) write(text);
      }
      await setImmediate();
    }
  }

  function changesOf(orderRows: OrderRow[], deviceRows: DeviceViewRow[]): Changes {
    const now = clock();
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

/** The changes that are found under any of these keys, each once. */
const found = <Key, Row>(index: Map<Key, Change<Row>[]>, keys: Iterable<Key>): Change<Row>[] =>
  [...keys].flatMap((key) => index.get(key) ?? []);

/** A chair is sent if it was visible before or after these changes: a guest gets the fault that ended the order. */
function newsFor(visibility: Visibility, changes: Changes): string {
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
