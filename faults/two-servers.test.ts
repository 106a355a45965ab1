import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProviderName, providerNames } from '@recline/provider-simulator/core/faults';
import { decideAt } from '@recline/provider-simulator/testing/payer';
import { Chair } from '@recline/simulator/chair';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { noticePath } from '../server/src/features/payments/index.ts';
import { makePool, type Pool } from '../server/src/platform/db.ts';
import { until } from '../server/src/testing/chairs.ts';
import { createDatabase } from '../server/src/testing/database.ts';
import { startHttpProxy } from '../server/src/testing/http-proxy.ts';
import { moneyOf } from '../server/src/testing/money.ts';
import { startMosquitto } from '../server/src/testing/mosquitto.ts';
import { describeWithMosquitto } from '../server/src/testing/outside-broker.ts';
import { startTestProviders } from '../server/src/testing/providers.ts';
import { makeWorld } from '../server/src/testing/world.ts';
import { type ServerProcess, startProcess } from './server-process.ts';

describeWithMosquitto('two servers with payment providers', () => {
  const stops: (() => Promise<unknown>)[] = [];
  /** Sends notices to the servers in turn. */
  const servers: string[] = [];
  let pool: Pool;
  let brokerUrl = '';
  let settings: Record<string, string>;
  let providers: Awaited<ReturnType<typeof startTestProviders>>;

  beforeAll(async () => {
    const database = await createDatabase(inject('postgresUrl'));
    stops.push(database.drop);
    pool = makePool(database.url, { max: 3 });
    stops.push(() => pool.end());
    const mosquitto = await startMosquitto([], true);
    stops.push(mosquitto.stop);
    brokerUrl = mosquitto.url;
    const door = await startHttpProxy(servers);
    stops.push(door.stop);
    providers = await startTestProviders({ stripeWebhook: `${door.url}${noticePath}/stripe` });
    stops.push(providers.stop);
    const folder = await mkdtemp(join(tmpdir(), 'recline-data-'));
    stops.push(() => rm(folder, { recursive: true, force: true }));
    settings = {
      ...providers.settings,
      PAYMENT_PROVIDERS: providerNames.join(','),
      PUBLIC_URL: door.url,
      DATABASE_URL: database.url,
      MQTT_URL: brokerUrl,
      DATA_DIR: folder,
    };
  });
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
  });

  async function start(): Promise<ServerProcess> {
    const server = await startProcess({ env: settings, onLine: () => {}, onUnexpectedExit: () => {} });
    servers.push(server.url);
    stops.push(server.kill);
    return server;
  }

  async function kill(server: ServerProcess): Promise<void> {
    servers.splice(servers.indexOf(server.url), 1);
    await server.kill();
  }

  /** A guest's unpaid order of 15.00, placed at one of the servers. */
  async function pendingOrder({ client }: ServerProcess, payType: ProviderName) {
    const world = makeWorld(pool);
    const outlet = await world.outlet();
    const device = await world.device(outlet);
    const events: string[] = [];
    const chair = new Chair({ brokerUrl, ...device, onEvent: ({ type }) => events.push(type) });
    stops.push(() => chair.powerOff());
    await chair.powerOn();
    const isOnline = 'SELECT FROM devices WHERE id = $1 AND online';
    await until(async () => (await pool.query(isOnline, [device.deviceId])).rowCount === 1);
    const guest = await world.consumer();
    const manager = await world.manager([outlet]);
    const priceId = outlet.prices[1]?.priceId ?? '';
    const request = { deviceId: device.deviceId, priceId, payType, requestId: randomUUID() };
    const { data } = await client.starting.activate(request, guest);
    return { orderId: data.orderId, payUrl: data.payUrl ?? '', guest, manager, events };
  }

  const kinds = async (orderId: string) =>
    (await moneyOf(pool, orderId)).map(({ kind, amount }) => `${kind} ${amount}`);

  it('both servers learn of a payment, one by notice and one from the returning payer: the chair starts once', async () => {
    const [one, other] = await Promise.all([start(), start()]);
    for (const name of providerNames) {
      const { orderId, payUrl, guest, events } = await pendingOrder(one, name);
      providers.faults.planNotice(name, 'twice');
      const { headers } = await decideAt(payUrl, 'pay');
      const { searchParams } = new URL(headers.get('location') ?? '');
      const back = { orderId: searchParams.get('orderId') ?? '', key: searchParams.get('key') ?? '' };
      await Promise.all([one, other].map(({ client }) => client.orders.returned(back)));
      await until(async () => (await other.client.orders.get({ orderId }, guest)).data.status === 'running');
      expect(events.filter((type) => type === 'started')).toHaveLength(1);
      expect(await kinds(orderId)).toEqual(['paid 1500']);
    }
    await Promise.all([kill(one), kill(other)]);
  });

  it('when one is killed while a provider makes its refunds, the other finishes them, and each is paid once', async () => {
    const one = await start();
    const orders = [];
    for (const name of providerNames) {
      const order = await pendingOrder(one, name);
      await decideAt(order.payUrl, 'pay');
      await until(async () => (await one.client.orders.get(order, order.guest)).data.status === 'running');
      orders.push(order);
    }
    providers.faults.plan('wechat', 'refund', 'answerHeld');
    for (const { orderId, manager } of orders)
      await one.client.orders.refund({ orderId, amount: 400, reason: 'sorry' }, manager);
    await providers.faults.whenWaiting();
    const other = await start();
    await kill(one);
    providers.faults.release();
    for (const { orderId, guest } of orders) {
      await until(async () => (await other.client.orders.get({ orderId }, guest)).data.payment === 'partly_refunded');
      expect(await kinds(orderId)).toEqual(['paid 1500', 'refund 400', 'refunded 400']);
      const [attempt] = (
        await pool.query<{ number: string }>('SELECT number FROM payment_attempts WHERE order_id = $1', [orderId])
      ).rows;
      const book = providers.books().find(({ number }) => number === attempt?.number);
      expect(book).toMatchObject({ paid: 1500, refunded: 400, refunding: 0 });
    }
  });
});
