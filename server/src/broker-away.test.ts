import { randomUUID } from 'node:crypto';
import { Chair } from '@recline/simulator/chair';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { until } from './testing/chairs.ts';
import { moneyOf } from './testing/money.ts';
import { startMosquitto } from './testing/mosquitto.ts';
import { describeWithMosquitto } from './testing/outside-broker.ts';
import { startTestServer, type TestServer } from './testing/start.ts';
import { startTcpProxy, type TcpProxy } from './testing/tcp-proxy.ts';
import type { Account, Outlet } from './testing/world.ts';

describeWithMosquitto('an outage of the outside broker', () => {
  const stops: (() => Promise<unknown>)[] = [];
  let server: TestServer;
  let proxy: TcpProxy;
  let chair: Chair;
  let outlet: Outlet;
  let manager: Account;

  beforeAll(async () => {
    const mosquitto = await startMosquitto([], true);
    stops.push(mosquitto.stop);
    proxy = await startTcpProxy(mosquitto.url);
    stops.push(proxy.stop);
    server = await startTestServer(inject('postgresUrl'), { MQTT_URL: proxy.url });
    stops.push(server.stop);
    outlet = await server.world.outlet();
    manager = await server.world.manager([outlet]);
    chair = new Chair({ brokerUrl: mosquitto.url, ...(await server.world.device(outlet)) });
    await chair.powerOn();
    stops.push(() => chair.powerOff());
    const isOnline = 'SELECT FROM devices WHERE id = $1 AND online';
    await until(async () => (await server.pool.query(isOnline, [chair.deviceId])).rows.length === 1);
  });
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
  });

  const status = async (path: string) => (await fetch(`${server.url}${path}`)).status;
  const ready = () => status('/readyz/chairs');
  const activate = () =>
    server.client.starting.activate(
      {
        deviceId: chair.deviceId,
        priceId: outlet.prices[0]?.priceId ?? '',
        payType: 'cash',
        requestId: randomUUID(),
      },
      { token: manager.token, lang: 'en_US' },
    );
  const orders = async () =>
    (await server.pool.query<{ id: number; status: string }>('SELECT id, status FROM orders ORDER BY id')).rows;
  const startsAndStops = async () => {
    const { code, data } = await activate();
    expect({ code, status: data?.status }).toEqual({ code: 200, status: 'running' });
    await server.client.orders.stop({ orderId: data.orderId }, { token: manager.token });
    await until(async () => chair.memory.run === undefined);
  };

  it('unreachable: a start is refused at once and costs nothing, other calls work, and the server recovers by itself', async () => {
    await proxy.refuse();
    await until(async () => (await ready()) === 503);
    const web = await fetch(`${server.url}/readyz`);
    expect(web.status).toBe(200);
    expect(await web.json()).toEqual({
      ready: true,
      chairs: false,
      parts: { started: true, database: true, broker: false },
    });
    const refused = await activate();
    expect(refused).toMatchObject({
      status: 503,
      code: 503,
      message: 'The service is not available right now. Please try again later.',
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await orders()).toEqual([]);
    expect((await server.client.revenue.home({}, { token: manager.token })).code).toBe(200);
    await proxy.accept();
    await until(async () => (await ready()) === 200);
    await startsAndStops();
  });

  it('hanging: a start fails at its deadline and is refunded, and the server recovers by itself', async () => {
    proxy.stall();
    expect(await activate()).toMatchObject({ code: 20206 });
    const failed = (await orders()).at(-1);
    expect(failed).toMatchObject({ status: 'failed' });
    const kinds = async () => (await moneyOf(server.pool, String(failed?.id))).map(({ kind }) => kind);
    await until(async () => (await kinds()).length === 3);
    expect(await kinds()).toEqual(['paid', 'refund', 'refunded']);
    proxy.resume();
    await until(async () => (await ready()) === 200);
    await startsAndStops();
    expect((await orders()).filter(({ status }) => status === 'failed')).toHaveLength(1);
  });
});
