import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Chair } from '@recline/simulator/chair';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { makePool, type Pool } from './platform/db.ts';
import { until } from './testing/chairs.ts';
import { type Answer, makeClient } from './testing/client.ts';
import { createDatabase } from './testing/database.ts';
import { openEvents } from './testing/events.ts';
import { startHttpProxy } from './testing/http-proxy.ts';
import { moneyOf } from './testing/money.ts';
import { startMosquitto } from './testing/mosquitto.ts';
import { describeWithMosquitto } from './testing/outside-broker.ts';
import { spawnServer } from './testing/process.ts';
import { postFile, samples, signedUrl } from './testing/uploads.ts';
import { makeWorld, type Outlet, type World } from './testing/world.ts';

const coin = { coins: 1, amount: 100, currency: 'CNY', minutes: 1 } as const;
const anHourAgo = () => new Date(Date.now() - 3600_000);

/** Retries the same request while there is no answer or a 5xx, as a client does. */
async function withRetries<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined && answer.status < 500) return answer;
    if (tries === 5) throw new Error(`no answer after ${tries} tries: ${answer?.status}`);
    await sleep(200);
  }
}

describeWithMosquitto('with several servers behind a proxy, on one database and one broker', () => {
  const stops: (() => Promise<unknown>)[] = [];
  const ends: (() => Promise<unknown>)[] = [];
  let mosquittoUrl = '';
  let databaseUrl = '';
  let files = '';
  let pool: Pool;
  let world: World;

  beforeAll(async () => {
    const database = await createDatabase(inject('postgresUrl'));
    stops.push(database.drop);
    databaseUrl = database.url;
    pool = makePool(database.url, { max: 3 });
    stops.push(() => pool.end());
    world = makeWorld(pool);
    const mosquitto = await startMosquitto([], true);
    stops.push(mosquitto.stop);
    mosquittoUrl = mosquitto.url;
    files = await mkdtemp(join(tmpdir(), 'recline-data-'));
    stops.push(() => rm(files, { recursive: true, force: true }));
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
  });

  async function startServers(count: number) {
    const settings = { DATABASE_URL: databaseUrl, MQTT_URL: mosquittoUrl, DATA_DIR: files };
    const servers = await Promise.all(Array.from({ length: count }, () => spawnServer(settings)));
    ends.push(() => Promise.all(servers.map((server) => server.kill())));
    const proxy = await startHttpProxy(servers.map((server) => server.url));
    ends.push(proxy.stop);
    return { servers, proxy, client: makeClient(proxy.url) };
  }

  /** This many servers behind a proxy, and an outlet with chairs and a manager. */
  async function scene(count: number, chairs: number) {
    const { servers, proxy, client } = await startServers(count);
    const outlet = await world.outlet();
    const { token } = await world.manager([outlet]);
    const fleet = await connectChairs(outlet, chairs);
    const start = ({ deviceId }: Chair) => {
      const priceId = outlet.prices[0]?.priceId ?? '';
      const request = { deviceId, priceId, payType: 'cash', requestId: randomUUID() } as const;
      return withRetries(() => client.starting.activate(request, { token }));
    };
    return { servers, proxy, client, outlet, token, chairs: fleet, start };
  }

  async function connectChairs(outlet: Outlet, count: number): Promise<Chair[]> {
    const made = await Promise.all(Array.from({ length: count }, () => world.device(outlet)));
    const chairs = made.map((each) => new Chair({ brokerUrl: mosquittoUrl, ...each }));
    ends.push(() => Promise.all(chairs.map((chair) => chair.powerOff())));
    await Promise.all(chairs.map((chair) => chair.powerOn()));
    const isOnline = 'SELECT FROM devices WHERE id = ANY($1) AND online';
    const ids = chairs.map((chair) => chair.deviceId);
    await until(async () => (await pool.query(isOnline, [ids])).rows.length === count);
    return chairs;
  }

  const ordersOf = async (chairs: Chair[], type: string) => {
    const sql = `SELECT id, status FROM orders WHERE device_id = ANY($1) AND type = $2 ORDER BY id`;
    return (await pool.query<{ id: number; status: string }>(sql, [chairs.map((each) => each.deviceId), type])).rows;
  };
  const kindsOfMoney = async (orderId: string) => (await moneyOf(pool, orderId)).map(({ kind }) => kind);
  const allStored = (chairs: Chair[]) => until(async () => chairs.every((chair) => chair.memory.journal.length === 0));

  const sumOf = async (sql: string, outletId: number) =>
    (await pool.query<{ sum: number }>(sql, [outletId])).rows[0]?.sum;
  const income = `SELECT sum(amount) FROM orders WHERE outlet_id = $1 AND status IN ('running', 'finished')`;
  const statistics = `SELECT sum(online_gross - online_refunds + cash_gross - cash_refunds) FROM revenue
    WHERE tier = 'hours' AND outlet_id = $1`;

  it.each([2, 3])(
    'one of %i is killed in the middle of starts, coins and reads: clients need at most a retry',
    async (count) => {
      const { servers, client, outlet, token, chairs, start } = await scene(count, 12);
      const [starters, throwers] = [chairs.slice(0, 8), chairs.slice(8)];
      const coins = async () => {
        for (let round = 0; round < 10; round += 1) {
          for (const chair of throwers) chair.insertCoin({ ...coin, at: anHourAgo() });
          await sleep(40);
        }
      };
      const reads = async () => {
        const codes: number[] = [];
        for (let round = 0; round < 30; round += 1) codes.push((await client.revenue.home({}, { token })).code);
        return codes;
      };
      const kill = async () => {
        await until(async () => (await ordersOf(starters, 'cash_coupon')).length >= 2);
        await servers[0]?.kill();
      };
      const starting = starters.map((chair, index) => sleep(index * 40).then(() => start(chair)));
      const [codes, answers] = await Promise.all([reads(), Promise.all(starting), coins(), kill()]);

      expect(new Set(codes)).toEqual(new Set([200]));
      expect(answers.map(({ code, data }) => [code, data?.status])).toEqual(Array(8).fill([200, 'running']));
      expect(await ordersOf(starters, 'cash_coupon')).toHaveLength(8);
      for (const { data } of answers) expect(await kindsOfMoney(data.orderId)).toEqual(['paid']);
      await allStored(chairs);
      expect(await ordersOf(throwers, 'coin')).toHaveLength(40);
      expect(await sumOf(statistics, outlet.id)).toBe(await sumOf(income, outlet.id));
    },
  );

  it('one is killed while chairs do not answer: every start fails once and is refunded once', async () => {
    const { servers, chairs, start } = await scene(3, 4);
    for (const chair of chairs) chair.faults.add('ignores');
    const starting = chairs.map((chair) => start(chair));
    await until(async () => (await ordersOf(chairs, 'cash_coupon')).length === 4);
    await servers[0]?.kill();
    expect((await Promise.all(starting)).map(({ code }) => code)).toEqual(Array(4).fill(20206));
    for (const { id, status } of await ordersOf(chairs, 'cash_coupon')) {
      expect(status).toBe('failed');
      await until(async () => (await kindsOfMoney(String(id))).length === 3);
      expect(await kindsOfMoney(String(id))).toEqual(['paid', 'refund', 'refunded']);
    }
  });

  it('one hangs with unacknowledged events: the others take them over, and none takes effect twice', async () => {
    const { servers, token, chairs } = await scene(2, 4);
    const [hung] = servers;
    process.kill(hung?.pid ?? 0, 'SIGSTOP');
    for (let round = 0; round < 5; round += 1) {
      for (const chair of chairs) chair.insertCoin({ ...coin, at: anHourAgo() });
    }
    await allStored(chairs);
    expect(await ordersOf(chairs, 'coin')).toHaveLength(20);
    process.kill(hung?.pid ?? 0, 'SIGCONT');
    await until(async () => (await hung?.client.revenue.home({}, { token }))?.code === 200);
    expect(await ordersOf(chairs, 'coin')).toHaveLength(20);
  });

  it('after 200 quick reconnects no chair is left offline', async () => {
    const { servers, chairs } = await scene(2, 50);
    const statesHandled = async () => {
      const texts = await Promise.all(
        servers.map(({ url }) => fetch(`${url}/metrics`).then((answer) => answer.text())),
      );
      const figure = /^recline_chair_messages_total\{topic="state",outcome="handled"\} (\d+)/m;
      return texts.reduce((sum, text) => sum + Number(figure.exec(text)?.[1] ?? 0), 0);
    };
    /** Last wills, new states and the answers to queries are handled: no chair has more to send. */
    const settled = async () => {
      const before = await statesHandled();
      await sleep(1_000);
      return (await statesHandled()) === before;
    };
    const isOffline = 'SELECT id FROM devices WHERE id = ANY($1) AND NOT online';
    for (let round = 0; round < 2; round += 1) {
      await Promise.all(chairs.map((chair) => chair.connect().then(() => chair.connect())));
      await until(settled);
      expect((await pool.query(isOffline, [chairs.map(({ deviceId }) => deviceId)])).rows).toEqual([]);
    }
  });

  it('they share streams, the count of wrong passwords, and files in a common folder', async () => {
    const { servers, proxy, outlet, token, chairs, start } = await scene(2, 2);
    const [first, second] = chairs;
    const streams = await Promise.all(servers.map((server) => openEvents(server.url, token)));
    const heardRunning = ({ received }: Pick<(typeof streams)[number], 'received'>) =>
      received.some(({ event, data }) => event === 'order' && data.status === 'running');
    if (first) await start(first);
    await until(async () => streams.every(heardRunning));

    const { account, password } = await world.manager([outlet]);
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await servers[tries % 2]?.client.logIn(account, 'wrong')).toMatchObject({ code: 20101 });
    }
    for (const { client } of servers) expect(await client.logIn(account, password)).toMatchObject({ code: 20103 });

    const guest = await world.consumer();
    const policy = await servers[0]?.client.uploads.policy({}, { token: guest.token });
    if (!policy) throw new Error('no policy');
    const { code, url } = await postFile(policy.data, 'seat.png', samples['image/png']);
    expect(code).toBe(200);
    const { pathname, search } = new URL(await signedUrl(pool, url));
    for (const server of servers) {
      const response = await fetch(server.url + pathname + search);
      expect(Buffer.from(await response.arrayBuffer())).toEqual(samples['image/png']);
    }

    await servers[0]?.kill();
    await until(async () => streams[0]?.ended());
    const again = await openEvents(proxy.url, token);
    expect(again.status).toBe(200);
    if (second) await start(second);
    await until(async () => heardRunning(again));
    await Promise.all([...streams, again].map((stream) => stream.close()));
  });
});
