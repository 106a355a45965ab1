import { randomUUID } from 'node:crypto';
import { topicOf } from '@recline/contract/topics';
import { Chair } from '@recline/simulator/chair';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { makePool, type Pool } from '../platform/db.ts';
import { until } from '../testing/chairs.ts';
import { createDatabase } from '../testing/database.ts';
import { startMosquitto } from '../testing/mosquitto.ts';
import { describeWithMosquitto } from '../testing/outside-broker.ts';
import { type ServerProcess, spawnServer } from '../testing/process.ts';
import { makeWorld, type Outlet } from '../testing/world.ts';

describeWithMosquitto('with two servers on one database and Mosquitto between them and the chairs', outsideBroker);

function outsideBroker() {
  const stops: (() => Promise<unknown>)[] = [];
  const chairs: Chair[] = [];
  let servers: ServerProcess[] = [];
  let pool: Pool;
  let outlet: Outlet;
  let token = '';

  beforeAll(async () => {
    const database = await createDatabase(inject('postgresUrl'));
    stops.push(database.drop);
    pool = makePool(database.url, { max: 3 });
    stops.push(() => pool.end());
    const world = makeWorld(pool);
    outlet = await world.outlet();
    token = (await world.manager([outlet])).token;
    const credentials = await Promise.all(Array.from({ length: 6 }, () => world.device(outlet)));
    const accounts = credentials.map(({ deviceId, secret }) => ({ name: deviceId, password: secret }));
    const mosquitto = await startMosquitto([{ name: 'recline-server', password: 'of-the-server' }, ...accounts]);
    stops.push(mosquitto.stop);
    const url = mosquitto.url.replace('//', '//recline-server:of-the-server@');
    servers = await Promise.all(
      Array.from({ length: 2 }, () => spawnServer({ DATABASE_URL: database.url, MQTT_URL: url })),
    );
    stops.push(() => Promise.all(servers.map((server) => server.kill())));
    for (const each of credentials) {
      const chair = new Chair({ brokerUrl: mosquitto.url, replayWait: 200, replaysPerSecond: 50, ...each });
      chairs.push(chair);
      await chair.powerOn();
    }
    stops.push(() => Promise.all(chairs.map((chair) => chair.powerOff())));
    await until(async () => (await pool.query('SELECT FROM devices WHERE online')).rows.length === chairs.length);
  });
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
  });

  const handled = async (server: ServerProcess): Promise<number> => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    const line = text.split('\n').find((each) => each.includes('topic="evt"') && each.includes('outcome="handled"'));
    return Number(line?.split(' ').at(-1) ?? 0);
  };

  it('each server gets its own messages back, and so knows how far it has read', async () => {
    const since = new Date();
    const read = 'SELECT FROM servers WHERE read_until > $1';
    await until(async () => (await pool.query(read, [since])).rows.length === servers.length);
  });

  it('a chair starts, whichever server gets the request and whichever its events', async () => {
    const priceId = outlet.prices[0]?.priceId ?? '';
    const starts = chairs.map(async ({ deviceId }, index) =>
      servers[index % 2]?.client.starting.activate(
        { deviceId, priceId, payType: 'cash', requestId: randomUUID() },
        { token },
      ),
    );
    for (const answer of await Promise.all(starts)) expect(answer).toMatchObject({ data: { status: 'running' } });
  });

  it('the servers share the events, and none is handled twice', async () => {
    const stored = async () => (await pool.query('SELECT FROM device_events')).rows.length;
    const counted = async () => (await Promise.all(servers.map(handled))).reduce((sum, count) => sum + count, 0);
    await until(async () => (await counted()) >= (await stored())); // including those of the previous test
    const before = await Promise.all(servers.map(handled));
    const at = new Date(Date.now() - 3600_000);
    const coin = { coins: 1, amount: 100, currency: 'CNY', minutes: 1, at } as const;
    for (let count = 0; count < 20; count += 1) for (const chair of chairs) chair.insertCoin(coin);
    await until(async () => chairs.every((chair) => chair.memory.journal.length === 0));
    const handledSince = async () => {
      const after = await Promise.all(servers.map(handled));
      return after.map((count, index) => count - (before[index] ?? 0));
    };
    const total = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0);
    await until(async () => total(await handledSince()) >= 120); // counted a moment after it is acknowledged
    const each = await handledSince();
    expect(total(each)).toBe(120);
    expect(Math.min(...each)).toBeGreaterThan(0);
    const { rows } = await pool.query(`SELECT FROM orders WHERE type = 'coin'`);
    expect(rows).toHaveLength(120);
  });

  it('a chair that loses its power is offline by its last will', async () => {
    const [chair] = chairs;
    await chair?.powerOff();
    const isOffline = `SELECT FROM devices WHERE id = $1 AND NOT online`;
    await until(async () => (await pool.query(isOffline, [chair?.deviceId])).rows.length === 1);
  });

  it("a chair's message on another chair's topic is delivered to nobody", async () => {
    const [, liar, victim] = chairs;
    const event = {
      eventId: randomUUID(),
      bootId: '9',
      seq: 1,
      type: 'fault',
      code: 'LIE',
      at: new Date().toISOString(),
    };
    const told = { ...event, eventId: randomUUID(), code: 'TRUE' };
    await liar?.publishRaw(topicOf(victim?.deviceId ?? '', 'evt'), JSON.stringify(event));
    await liar?.publishRaw(topicOf(liar.deviceId, 'evt'), JSON.stringify(told));
    await until(async () => (await pool.query(`SELECT FROM devices WHERE fault_code = 'TRUE'`)).rows.length === 1);
    expect((await pool.query(`SELECT FROM device_events WHERE payload->>'code' = 'LIE'`)).rows).toEqual([]);
  });
}
