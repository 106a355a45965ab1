import { randomUUID } from 'node:crypto';
import type { Chair } from '@recline/simulator/chair';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { makePool, type Pool, serverConnections } from './platform/db.ts';
import { until, useChairs } from './testing/chairs.ts';
import { createDatabase } from './testing/database.ts';
import { openEvents } from './testing/events.ts';
import { startTestServer, type TestServer } from './testing/start.ts';
import { startTcpProxy, type TcpProxy } from './testing/tcp-proxy.ts';
import { type Account, makeWorld, type Outlet, type World } from './testing/world.ts';

const maxCalls = 20;
const coin = { coins: 1, amount: 100, currency: 'CNY', minutes: 1 } as const;
const busy = 'The service is not available right now. Please try again later.';

let server: TestServer;
let proxy: TcpProxy;
/** Bypasses the proxy, for the queries of the tests themselves. */
let pool: Pool;
let world: World;
let outlet: Outlet;
let manager: Account;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const database = await createDatabase(inject('postgresUrl'));
  stops.push(database.drop);
  pool = makePool(database.url, { max: 3 });
  stops.push(() => pool.end());
  proxy = await startTcpProxy(database.url);
  stops.push(proxy.stop);
  server = await startTestServer(inject('postgresUrl'), { DATABASE_URL: proxy.url, MAX_CALLS: String(maxCalls) });
  stops.push(server.stop);
  world = makeWorld(pool);
  outlet = await world.outlet();
  manager = await world.manager([outlet]);
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

const connectChair = useChairs(() => server);
const summary = (lang = 'en_US') => server.client.revenue.summary({}, { token: manager.token, lang });
const ready = async () => (await fetch(`${server.url}/readyz`)).status;
const recovers = () => until(async () => (await summary()).code === 200);
const requestFor = ({ deviceId }: Chair) =>
  ({ deviceId, priceId: outlet.prices[0]?.priceId ?? '', payType: 'cash', requestId: randomUUID() }) as const;
const activate = (request: ReturnType<typeof requestFor>) =>
  server.client.starting.activate(request, { token: manager.token, lang: 'en_US' });
const ordersOf = async ({ deviceId }: Chair, type: string) =>
  (await pool.query('SELECT FROM orders WHERE device_id = $1 AND type = $2', [deviceId, type])).rows.length;
const shed = async () => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^recline_shed_total (\d+)/m.exec(text)?.[1]);
};

it('calls beyond the limit are refused, and those accepted are answered', async () => {
  await Promise.all(Array.from({ length: 5 }, () => summary())); // opens the connections that the stall will hold
  const before = await shed();
  proxy.stall();
  const refused: Awaited<ReturnType<typeof summary>>[] = [];
  const calls = Array.from({ length: 3 * maxCalls }, async () => {
    const answer = await summary();
    if (answer.status === 503) refused.push(answer);
    return answer;
  });
  await until(async () => refused.length >= 2 * maxCalls);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  proxy.resume();
  const answers = await Promise.all(calls);
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(maxCalls);
  expect(refused).toHaveLength(2 * maxCalls);
  for (const { code, message, data, headers } of refused) {
    expect({ code, message, data }).toEqual({ code: 503, message: busy, data: null });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await shed()) - before).toBe(2 * maxCalls);
  expect((await summary()).code).toBe(200);
});

it('a coin is stored while every connection for calls is busy', async () => {
  const chair = await connectChair(outlet);
  // A session each, not yet in the server's cache: calls with the same token would share one query.
  const callers = await Promise.all(Array.from({ length: maxCalls }, () => world.manager([outlet])));
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE sessions'); // blocks looking up a caller
  let answered = 0;
  const calls = callers.map(async ({ token }) => {
    const { code } = await server.client.revenue.summary({}, { token });
    answered += 1;
    return code;
  });
  try {
    const held = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await until(async () => (await client.query(held)).rows.length >= serverConnections.requests);
    chair.insertCoin({ ...coin, at: new Date(Date.now() - 3600_000) });
    await until(async () => chair.memory.journal.length === 0);
    expect(answered).toBe(0);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
  expect(await Promise.all(calls)).toEqual(Array(maxCalls).fill(200));
});

it('a hanging database: every call answers 503 in time, no event is lost, and all recovers by itself', async () => {
  const [thrower, starter] = [await connectChair(outlet), await connectChair(outlet)];
  const stream = await openEvents(server.url, manager.token);
  const request = requestFor(starter);
  proxy.stall();
  for (let count = 0; count < 5; count += 1) thrower.insertCoin({ ...coin, at: new Date(Date.now() - 3600_000) });
  const [chinese, indonesian, start] = await Promise.all([summary('zh_CN'), summary('id_ID'), activate(request)]);
  expect([chinese, indonesian, start].map(({ status, code }) => [status, code])).toEqual(Array(3).fill([503, 503]));
  expect(new Set([chinese.message, indonesian.message, start.message]).size).toBe(3);
  expect(await ready()).toBe(503);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(thrower.memory.journal).toHaveLength(5);
  await until(async () => server.logged.some((line) => line.includes('timeout')));

  proxy.resume();
  await recovers();
  await until(async () => thrower.memory.journal.length === 0);
  expect(await ordersOf(thrower, 'coin')).toBe(5);
  // The first request may have been carried out after the stall, too late for a start; a new one runs.
  const again = await activate(request);
  if (again.code !== 200) expect(again.code).toBe(20206);
  const running = again.code === 200 ? again : await activate(requestFor(starter));
  expect(running).toMatchObject({ code: 200, data: { status: 'running' } });
  await until(async () => (await ready()) === 200);
  await until(async () => stream.received.some(({ event }) => event === 'refresh' || event === 'order'));
  await stream.close();
});

it('an unreachable database: calls answer 503, no event is lost, and all recovers by itself', async () => {
  const chair = await connectChair(outlet);
  const stream = await openEvents(server.url, manager.token);
  await proxy.refuse();
  chair.insertCoin({ ...coin, at: new Date(Date.now() - 3600_000) });
  expect(await summary()).toMatchObject({ status: 503, code: 503, message: busy });
  expect(await ready()).toBe(503);
  await proxy.accept();
  await recovers();
  await until(async () => chair.memory.journal.length === 0);
  expect(await ordersOf(chair, 'coin')).toBe(1);
  await until(async () => stream.received.some(({ event }) => event === 'refresh'));
  await stream.close();
});

it('broken connections are replaced, and live changes are delivered again', async () => {
  const [first, second] = [await connectChair(outlet), await connectChair(outlet)];
  proxy.cut();
  await recovers();
  const stream = await openEvents(server.url, manager.token);
  expect(await activate(requestFor(first))).toMatchObject({ code: 200 });
  // Changes before the server listens again are covered by `refresh`; later ones are delivered.
  await until(async () => stream.received.some(({ event }) => event === 'refresh' || event === 'order'));
  await until(async () => {
    second.insertCoin({ ...coin, at: new Date(Date.now() - 3600_000) });
    const isHeard = () =>
      stream.received.some(({ event, data }) => event === 'order' && data.deviceId === second.deviceId);
    return until(async () => isHeard(), 1_000).catch(() => false);
  });
  await stream.close();
});
