import type { Clock } from '../../platform/clock.ts';
import type { Pool } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Listener } from '../../platform/notify.ts';
import { deviceChanged } from '../devices/index.ts';
import { chairReported } from '../feedback/index.ts';
import { type OrderRow, openOrdersOf, orderChanged, ordersById } from '../orders/index.ts';
import { accountChanged } from '../session/index.ts';
import { seesIncome, seesReport, type Visibility } from './events.rules.ts';
import {
  type Feed,
  type FeedDeps,
  newFeeds,
  noteChange,
  refresh,
  type Subscriber,
  sendToAll,
  stopFeed,
} from './feeds.ts';
import { makeIncomeNews } from './income-news.ts';
import { newsText } from './news.ts';

interface EventDeps {
  pool: Pool;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  listener: Listener;
}

type StreamDeps = EventDeps & FeedDeps;

/** Upper bound on event streams per account; no one needs more tabs than this. Another one ends the oldest. */
export const maxStreamsPerAccount = 20;

function followChanges(deps: StreamDeps, feeds: readonly Feed[]): void {
  const { listener } = deps;
  listener.on(orderChanged, ({ orderId, deviceId }) => {
    for (const feed of feeds) noteChange(deps, feed, orderId, deviceId);
  });
  listener.on(deviceChanged, ({ deviceId }) => {
    for (const feed of feeds) noteChange(deps, feed, undefined, deviceId);
  });
  listener.on(chairReported, ({ feedbackId, outletId }) => announceReport(deps, feedbackId, outletId));
  listener.on(accountChanged, ({ accountId }) => checkStreamsOf(deps, accountId));
  listener.onReconnect(() => refresh(deps));
}

function announceReport({ subscribers }: StreamDeps, feedbackId: number, outletId: number): void {
  const text = newsText('feedback', { feedbackId: String(feedbackId), outletId: String(outletId) });
  for (const { visibility, write } of subscribers) if (seesReport(visibility, outletId)) write(text);
}

const announceIncome = ({ subscribers, log }: StreamDeps, changed: ReadonlySet<number>): Promise<void> =>
  sendToAll([...subscribers], (visibility) =>
    visibility.outletIds
      .filter((outletId) => changed.has(outletId) && seesIncome(visibility, outletId))
      .map((outletId) => newsText('revenue', { outletId: String(outletId) }))
      .join(''),
  ).catch((error) => log.error({ err: error }, 'the news of income could not be sent'));

function checkStreamsOf({ subscribers }: StreamDeps, accountId: number): void {
  for (const { visibility, check } of subscribers) if (visibility.accountId === accountId) check();
}

function subscribe({ subscribers, metrics }: StreamDeps, subscriber: Subscriber): () => void {
  const others = [...subscribers].filter(({ visibility }) => visibility.accountId === subscriber.visibility.accountId);
  const [oldest] = others;
  if (oldest && others.length >= maxStreamsPerAccount) {
    subscribers.delete(oldest);
    oldest.end();
  }
  subscribers.add(subscriber);
  metrics.streams.set(subscribers.size);
  return () => {
    subscribers.delete(subscriber);
    metrics.streams.set(subscribers.size);
  };
}

/** The state when a stream opens: its one order, or the caller's open orders. */
const current = ({ pool }: StreamDeps, { orderId, accountId }: Visibility): Promise<OrderRow[]> =>
  orderId === undefined ? openOrdersOf(pool, accountId) : ordersById(pool, [orderId]);

export function makeEvents(given: EventDeps) {
  const deps: StreamDeps = { ...given, subscribers: new Set() };
  const income = makeIncomeNews((outletIds) => void announceIncome(deps, outletIds));
  const feeds = newFeeds(income.changed);
  followChanges(deps, feeds);
  return {
    subscribe: (subscriber: Subscriber) => subscribe(deps, subscriber),
    current: (visibility: Visibility) => current(deps, visibility),
    /** Ends all streams, so that the server can stop. */
    stop() {
      income.stop();
      for (const feed of feeds) stopFeed(feed);
      for (const subscriber of deps.subscribers) subscriber.end();
    },
  };
}

export type Events = ReturnType<typeof makeEvents>;
