import { type InfiniteData, QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ApiError } from '../../platform/api-error.ts';
import { initLanguage } from '../../platform/language-store.ts';
import { onApiError } from '../data/api.ts';
import { deviceListQuery, deviceOrderQuery, outagesQuery } from '../features/devices/devices.queries.ts';
import { chairQuery, feedbackListQuery, feedbackQuery } from '../features/feedback/feedback.queries.ts';
import { chairOrdersQuery, orderListQuery, orderSummaryQuery } from '../features/order-list/order-list.queries.ts';
import { observedOrderQuery } from '../features/orders/countdown.queries.ts';
import { freeChairsQuery } from '../features/orders/free-chairs.queries.ts';
import { myOrdersQuery } from '../features/orders/my-orders.queries.ts';
import { receiptQuery } from '../features/orders/receipt.queries.ts';
import { singleOrderQuery } from '../features/orders/single-order.queries.ts';
import { placeQuery } from '../features/outlets/outlets.queries.ts';
import { chartQuery } from '../features/revenue/chart.queries.ts';
import { comparisonQuery, detailsQuery, hoursQuery } from '../features/revenue/details.queries.ts';
import { homeQuery } from '../features/revenue/home.queries.ts';
import { deviceStatusQuery, idleChairsQuery, labelQuery, pricesQuery } from '../features/starting/starting.queries.ts';

/** The app's requests to the server, and the cache keys of their answers. */

type Query = { queryKey: readonly unknown[]; initialPageParam?: unknown };

beforeEach(async () => {
  localStorage.setItem('Access-Token', 'mine');
  await initLanguage('zh_CN', 'core');
});

/** Answers every call alike. Returns the requests; a form becomes part of the address. */
function recordRequests(data: unknown = { rows: [], serverTime: '2026-11-15T12:00:00Z' }): URL[] {
  const asked: URL[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    asked.push(new URL(body ? `${url}?${String(body)}` : url, location.href));
    return new Response(JSON.stringify({ code: 200, message: '', data }));
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return asked;
}

const isInfinite = (query: Query) => 'initialPageParam' in query;

async function requestsOf(query: Query, data?: unknown): Promise<string[]> {
  const asked = recordRequests(data);
  const client = new QueryClient();
  await (isInfinite(query) ? client.fetchInfiniteQuery(query as never) : client.fetchQuery(query as never));
  return asked.map(({ pathname, search }) => `${pathname}${search}`);
}

const today = { period: 'today' } as const;
const days = { period: 'custom', start: '2026-11-01T00:00:00Z', end: '2026-11-02T00:00:00Z' } as const;
const scopes = [
  today,
  { period: 'week' },
  days,
  { ...days, start: '2026-10-31T00:00:00Z' },
  { ...days, end: '2026-11-03T00:00:00Z' },
  { ...today, outletId: '1' },
  { ...today, outletId: '2' },
  { ...today, currency: 'CNY' },
  { ...today, currency: 'RM' },
] as const;
const chairFilters = [
  {},
  { keyword: 'a' },
  { keyword: 'b' },
  { outletId: '1' },
  { outletId: '2' },
  { online: 'online' },
  { online: 'offline' },
  { use: 'inUse' },
  { use: 'idle' },
  { abnormal: true },
] as const;
const orderFilters = [
  ...scopes.slice(0, 7),
  { ...today, status: 'running' },
  { ...today, gear: 'deep' },
  { ...today, couponProperty: 'free' },
  { ...today, couponNo: '1' },
  { ...today, cashCouponNo: '1' },
] as const;
const two = <T,>(queryOf: (id: string) => T): T[] => ['1', '2'].map(queryOf);

const kinds: [string, Query[]][] = [
  ['the overview', [undefined, 'CNY', 'RM'].map((currency) => homeQuery(currency as never))],
  ['the charts', [undefined, 'CNY', 'RM'].map((currency) => chartQuery(currency as never))],
  ['the details', scopes.map(detailsQuery)],
  ['the comparison', scopes.map(comparisonQuery)],
  ['the hours', scopes.map(hoursQuery)],
  ['the chairs', chairFilters.map((filters) => deviceListQuery(filters as never))],
  [
    'chairs that can be started',
    [
      { outletId: undefined, keyword: undefined },
      { outletId: '1', keyword: undefined },
      { outletId: undefined, keyword: '1' },
    ].map(idleChairsQuery),
  ],
  ['outages', [['1'], ['2'], ['1', '2']].map(outagesQuery)],
  ['the order of a chair', two(deviceOrderQuery)],
  ['the orders', orderFilters.map((filters) => orderListQuery(filters as never))],
  ['their sums', orderFilters.map((filters) => orderSummaryQuery(filters as never))],
  ["a chair's orders", two(chairOrdersQuery)],
  ["a guest's orders", [myOrdersQuery]],
  ['an order', two(singleOrderQuery)],
  ['an order that is followed', two((orderId) => observedOrderQuery(orderId))],
  ['a receipt', two((orderId) => receiptQuery({ orderId, key: undefined }, 'en_US'))],
  ['free chairs', two(freeChairsQuery)],
  ['feedback on an order', two(feedbackQuery)],
  ['the chair of a report', two(chairQuery)],
  [
    'feedback',
    [{}, { status: 'open' }, { status: 'done' }, { outletId: '1' }, { outletId: '2' }].map((filter) =>
      feedbackListQuery(filter as never),
    ),
  ],
  ['whether a chair is free', two(deviceStatusQuery)],
  ['prices', two(pricesQuery)],
  ['the name of a chair', two(labelQuery)],
  ['the place of an outlet', two(placeQuery)],
];

const answers: Record<string, unknown> = { prices: '[]', 'the overview': { today: {} } };

test('every request has its own key', () => {
  const keys = kinds.flatMap(([, queries]) => queries.map(({ queryKey }) => JSON.stringify(queryKey)));
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

test.each(kinds)('%s: every parameter reaches the server, in each call', async (name, queries) => {
  const asked: string[] = [];
  for (const query of queries) asked.push(...(await requestsOf(query, answers[name])));
  expect(asked.length).toBeGreaterThanOrEqual(queries.length);
  expect(asked.filter((request, index) => asked.indexOf(request) !== index)).toEqual([]);
});

test.each(kinds.filter(([, [query]]) => query && isInfinite(query)))(
  '%s: the next page begins where the last one ended',
  async (_name, [query]) => {
    const asked = recordRequests({ rows: [], nextCursor: 'here' });
    const client = new QueryClient();
    await client.fetchInfiniteQuery({ ...query, pages: 2 } as never);
    expect(asked.map(({ searchParams }) => searchParams.get('cursor'))).toEqual([null, 'here']);
    const { pageParams } = client.getQueryData(query?.queryKey ?? []) as InfiniteData<unknown>;
    expect(pageParams).toEqual([undefined, 'here']);
  },
);

test('these are kept for times without a network', () => {
  const kept = kinds.filter(([, [query]]) => (query as { meta?: { persist?: unknown } }).meta?.persist);
  expect(kept.map(([name]) => name)).toEqual([
    'the overview',
    'the charts',
    'the details',
    'the chairs',
    "a guest's orders",
    'an order that is followed',
  ]);
});

describe('a lost network', () => {
  /** The kinds of errors that the whole app is told of while a query is fetched. */
  async function reported(query: Query, hasSession = true): Promise<string[]> {
    if (!hasSession) localStorage.removeItem('Access-Token');
    const errors: ApiError[] = [];
    onApiError((error) => errors.push(error));
    onTestFinished(() => onApiError(() => {}));
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    onTestFinished(() => void vi.unstubAllGlobals());
    await expect(new QueryClient().fetchQuery(query as never)).rejects.toThrow();
    return errors.map(({ kind }) => kind);
  }

  test.each([
    ['the overview', homeQuery()],
    ['outages', outagesQuery(['1'])],
    ['the order of a chair', deviceOrderQuery('1')],
  ])('is not reported by what is fetched in the background: %s', async (_name, query) => {
    expect(await reported(query as never)).toEqual([]);
  });

  test('is reported by what somebody waits for', async () => {
    expect(await reported(singleOrderQuery('1') as never)).toEqual(['network']);
  });

  test('hides no missing login from the overview', async () => {
    expect(await reported(homeQuery() as never, false)).toEqual(['notLoggedIn']);
  });
});

test('the outages of no chair are not fetched', () => {
  expect([outagesQuery([]).enabled, outagesQuery(['1']).enabled]).toEqual([false, true]);
});

describe('an order with live updates', () => {
  test("is fetched by its payer's key if there is one, and cached once", async () => {
    const [own, byKey] = [observedOrderQuery('7'), observedOrderQuery('7', 'secret')];
    expect(byKey.queryKey).toEqual(own.queryKey);
    expect((await requestsOf(own))[0]).not.toContain('key=');
    expect((await requestsOf(byKey))[0]).toContain('key=secret');
  });
});

test('a receipt in another language is cached separately', () => {
  const asked = { orderId: '7', key: undefined };
  expect(receiptQuery(asked, 'en_US').queryKey).not.toEqual(receiptQuery(asked, 'zh_CN').queryKey);
});
