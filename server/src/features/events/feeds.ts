import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import type { Pool } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Visibility } from './events.rules.ts';
import { incomeOutlets, newsFor, newsText, readChanges } from './news.ts';

/** One open stream: what its caller may see, and how to send to it. */
export interface Subscriber {
  visibility: Visibility;
  write(text: string): void;
  /** Reloads the caller's permissions; ends the stream if its session has ended. */
  check(): void;
  end(): void;
}

export interface FeedDeps {
  pool: Pool;
  clock: Clock;
  log: Log;
  /** Every open stream of this server. */
  subscribers: Set<Subscriber>;
}

/** Collects changes and sends them to its audience at most once in `everyMs`. */
export interface Feed {
  everyMs: number;
  isAudience(visibility: Visibility): boolean;
  /** Called with the outlets whose income has changed. */
  onIncome?: (outletIds: Iterable<number>) => void;
  /** Changes since the last flush. */
  orders: Set<number>;
  devices: Set<string>;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Changes are collected, read once, and sent to all streams of an audience together: quickly to guests who follow their
 * own order, once a second to managers, whose lists change with every order of every outlet.
 */
const personalEveryMs = 100;
const managersEveryMs = 1_000;
const isPersonal = ({ outletIds, orderId }: Visibility): boolean => outletIds.length === 0 || orderId !== undefined;

/** Streams that are written to in one turn of the event loop. */
const sliceLength = 50;

const newFeed = (everyMs: number, isAudience: Feed['isAudience'], onIncome?: Feed['onIncome']): Feed => ({
  everyMs,
  isAudience,
  onIncome,
  orders: new Set(),
  devices: new Set(),
  timer: undefined,
});

export const newFeeds = (onIncome: Feed['onIncome']): Feed[] => [
  newFeed(personalEveryMs, isPersonal),
  newFeed(managersEveryMs, (visibility) => !isPersonal(visibility), onIncome),
];

export function noteChange(deps: FeedDeps, feed: Feed, orderId: number | undefined, deviceId: string): void {
  if (deps.subscribers.size === 0) return;
  if (orderId !== undefined) feed.orders.add(orderId);
  feed.devices.add(deviceId);
  schedule(deps, feed);
}

/** One flush at a time, so that streams get the changes in their order. */
function schedule(deps: FeedDeps, feed: Feed): void {
  if (feed.timer || feed.orders.size + feed.devices.size === 0) return;
  feed.timer = setTimeout(() => {
    flush(deps, feed)
      .catch((error) => {
        deps.log.error({ err: error }, 'event streams could not be written to');
        refresh(deps);
      })
      .finally(() => {
        feed.timer = undefined;
        schedule(deps, feed);
      });
  }, feed.everyMs);
}

async function flush(deps: FeedDeps, feed: Feed): Promise<void> {
  const [orderIds, deviceIds] = [[...feed.orders], [...feed.devices]];
  feed.orders = new Set();
  feed.devices = new Set();
  const told = [...deps.subscribers].filter(({ visibility }) => feed.isAudience(visibility));
  if (told.length === 0) return;
  const changes = await readChanges(deps, orderIds, deviceIds);
  await sendToAll(told, (visibility) => newsFor(visibility, changes));
  feed.onIncome?.(incomeOutlets(changes));
}

/** In slices: thousands of streams at once would hold up every start meanwhile. */
export async function sendToAll(
  told: readonly Subscriber[],
  textFor: (visibility: Visibility) => string,
): Promise<void> {
  for (let from = 0; from < told.length; from += sliceLength) {
    for (const { visibility, write } of told.slice(from, from + sliceLength)) {
      const text = textFor(visibility);
      if (text) write(text);
    }
    await setImmediate();
  }
}

/** Notifications may have been missed: every stream reads again. */
export function refresh({ subscribers }: FeedDeps): void {
  for (const subscriber of subscribers) subscriber.write(newsText('refresh', {}));
}

export const stopFeed = ({ timer }: Feed): void => clearTimeout(timer);
