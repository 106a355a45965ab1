import { randomUUID } from 'node:crypto';
import { Chair } from '@recline/simulator/chair';
import type { FaultName } from '@recline/simulator/faults';
import { inject, it, type TestContext } from 'vitest';
import { makePool } from '../../../platform/db.ts';
import { until } from '../../../testing/chairs.ts';
import { createDatabase } from '../../../testing/database.ts';
import { moneyOf } from '../../../testing/money.ts';
import { type ServerProcess, spawnServer } from '../../../testing/process.ts';
import { makeWorld } from '../../../testing/world.ts';

// Concurrently: most of the time passes while servers start and a deadline is awaited.

/** A running chair, and a server in its own process that is killed and restarted. */
async function scene({ onTestFinished }: Pick<TestContext, 'onTestFinished'>, ...faults: FaultName[]) {
  const database = await createDatabase(inject('postgresUrl'));
  const pool = makePool(database.url, { max: 3 });
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  const processes: ServerProcess[] = [];
  onTestFinished(async () => {
    await Promise.all(processes.map((each) => each.kill()));
  });
  const start = async (mqttPort = '0') => {
    const server = await spawnServer({ DATABASE_URL: database.url, MQTT_PORT: mqttPort });
    processes.push(server);
    return server;
  };
  const server = await start();
  const world = makeWorld(pool);
  const outlet = await world.outlet();
  const credentials = await world.device(outlet);
  const { token } = await world.manager([outlet]);
  const quick = { replayWait: 200, replaysPerSecond: 50, reconnectAfter: 200 };
  const chair = new Chair({ brokerUrl: server.mqttUrl, ...quick, ...credentials });
  onTestFinished(() => chair.powerOff());
  await chair.powerOn();
  for (const fault of faults) chair.faults.add(fault);
  const { deviceId } = chair;
  const isOnline = async () =>
    (await pool.query('SELECT FROM devices WHERE id = $1 AND online', [deviceId])).rows.length;
  await until(async () => (await isOnline()) === 1);
  const priceId = outlet.prices[0]?.priceId ?? '';
  const request = { deviceId, priceId, payType: 'cash', requestId: randomUUID() } as const;
  const orders = async () =>
    (await pool.query<{ id: number; status: string }>('SELECT id, status FROM orders ORDER BY id')).rows;
  const restart = () => start(new URL(server.mqttUrl).port);
  return { server, pool, chair, token, request, orders, restart };
}

it.concurrent('a server killed during a start: the chair started, and the order runs', async (test) => {
  const { expect } = test;
  const { server, chair, token, request, orders, restart } = await scene(test);
  const lost = server.client.starting.activate(request, { token }).catch(() => 'lost');
  await until(async () => chair.memory.run !== undefined);
  await server.kill();
  await lost;
  const again = await (await restart()).client.starting.activate(request, { token });
  expect(again).toMatchObject({ code: 200, data: { status: 'running' } });
  expect(await orders()).toMatchObject([{ status: 'running' }]);
  expect(chair.memory.run?.orderId).toBe(again.data.orderId);
  await until(async () => chair.memory.journal.length === 0);
});

it.concurrent('a server killed during a start: the chair did not start, and the payment is refunded', async (test) => {
  const { expect } = test;
  const { server, pool, token, request, orders, restart } = await scene(test, 'ignores');
  const lost = server.client.starting.activate(request, { token }).catch(() => 'lost');
  await until(async () => (await orders()).length === 1);
  await server.kill();
  await lost;
  const again = await (await restart()).client.starting.activate(request, { token });
  expect(again).toMatchObject({ code: 20206 });
  const [order] = await orders();
  expect(order).toMatchObject({ status: 'failed' });
  await until(async () => (await moneyOf(pool, String(order?.id))).length === 3);
});

it.concurrent('coins inserted while servers are killed repeatedly are one order each', async (test) => {
  const { expect } = test;
  const { server, chair, orders, restart, pool } = await scene(test);
  let running = server;
  const coin = { coins: 1, amount: 100, currency: 'CNY', minutes: 1 } as const;
  const old = (index: number) => new Date(Date.now() - 3600_000 + index * 1_000);
  for (let round = 0; round < 3; round += 1) {
    const stored = (await orders()).length;
    for (let count = 0; count < 10; count += 1) chair.insertCoin({ ...coin, at: old(round * 10 + count) });
    await until(async () => (await orders()).length > stored);
    await running.kill();
    running = await restart();
  }
  await until(async () => chair.memory.journal.length === 0);
  expect(await orders()).toHaveLength(30);
  const { rows } = await pool.query('SELECT coin_difference FROM devices');
  expect(rows).toEqual([{ coin_difference: 0 }]);
});
