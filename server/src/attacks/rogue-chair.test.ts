import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '@recline/contract/limits';
import { type ChairTopic, topicOf } from '@recline/contract/topics';
import type { MqttClient } from 'mqtt';
import { beforeAll, describe, expect, it } from 'vitest';
import { until, useChairs } from '../testing/chairs.ts';
import { useServer } from '../testing/server.ts';
import type { Outlet } from '../testing/world.ts';
import { startBareBroker } from './bare-broker.ts';
import { type Credentials, connectBare, connectSilent } from './bare-chair.ts';

/** A compromised chair with a valid secret. `fuzz/chairs.test.ts` covers its topics. */

const server = useServer({ LOG_LEVEL: 'warn' });
const connectChair = useChairs(server);
let outlet: Outlet;
let rogue: Credentials;

beforeAll(async () => {
  outlet = await server().world.outlet();
  rogue = await server().world.device(outlet);
});

const connect = () => connectBare(server().mqttUrl, rogue);
const ordersOf = async (deviceId: string) =>
  (
    await server().pool.query<{ amount: number; status: string }>('SELECT * FROM orders WHERE device_id = $1', [
      deviceId,
    ])
  ).rows;
const unacknowledged = async () => {
  const text = await (await fetch(`${server().url}/metrics`)).text();
  const line = /^recline_chair_messages_total\{topic="unacknowledged",outcome="refused"\} (\d+)/m;
  return Number(line.exec(text)?.[1] ?? 0);
};
const event = (more: object) => ({ eventId: randomUUID(), bootId: '1', seq: 1, at: new Date().toISOString(), ...more });

describe('a compromised chair', () => {
  it('that floods the server is disconnected, while a coin in another chair counts', async () => {
    const honest = await connectChair(outlet);
    const client = await connect();
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
    const beat = JSON.stringify({ at: new Date().toISOString() });
    for (let turn = 0; turn < 20_000; turn += 1) client.publish(topicOf(rogue.deviceId, 'hb'), beat);
    honest.insertCoin({ coins: 1, amount: 500, currency: 'CNY', minutes: 1 });
    await closed;
    await client.endAsync(true);
    await until(async () => (await ordersOf(honest.deviceId)).length === 1);
  });

  it('that keeps reporting the start of an order that is over is sent only a few stop commands', async () => {
    const { world, pool, mqttUrl } = server();
    const chair = await world.device(outlet);
    const { id, orderId } = await world.order(chair.deviceId, { status: 'failed' });
    const client = await connectBare(mqttUrl, chair);
    const started = { type: 'started', orderId, minutes: 10, gear: 'standard' };
    for (let seq = 1; seq <= 60; seq += 1)
      client.publish(topicOf(chair.deviceId, 'evt'), JSON.stringify(event({ ...started, seq })), { qos: 1 });
    const stored = 'SELECT FROM device_events WHERE device_id = $1';
    await until(async () => (await pool.query(stored, [chair.deviceId])).rowCount === 60);
    await client.endAsync(true);
    const stops = await pool.query(`SELECT FROM commands WHERE order_id = $1 AND type = 'stop'`, [id]);
    expect(stops.rowCount).toBeGreaterThan(0);
    expect(stops.rowCount).toBeLessThan(12);
  });

  it('that floods it with events fills its own queue, not those of other chairs', async () => {
    const honest = await connectChair(outlet);
    const flooder = await server().world.device(outlet);
    const client = await connectBare(server().mqttUrl, flooder);
    for (let turn = 0; turn < 3_000; turn += 1) {
      client.publish(topicOf(flooder.deviceId, 'evt'), JSON.stringify(event({ type: 'cleared', code: 'E1' })), {
        qos: 1,
      });
    }
    honest.insertCoin({ coins: 1, amount: 500, currency: 'CNY', minutes: 1 });
    await until(async () => (await ordersOf(honest.deviceId)).length === 1);
    await client.endAsync(true);
  });

  it.each([
    ['sends QoS 2', (client: MqttClient) => client.publish(topicOf(rogue.deviceId, 'hb'), '{}', { qos: 2 })],
    [
      'subscribes to what is not its own again and again',
      (client: MqttClient) => {
        for (let turn = 0; turn < 10; turn += 1) client.subscribe(`chair/v1/+/${'x'.repeat(50)}${turn}`, () => {});
      },
    ],
  ])('that %s is disconnected', async (_case, attack) => {
    const client = await connect();
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
    attack(client);
    await closed;
    await client.endAsync(true);
  });

  it('that never acknowledges its messages is disconnected, and its queue is bounded', async () => {
    const before = await unacknowledged();
    const { deviceId, secret } = await server().world.device(outlet);
    const socket = await connectSilent(server().mqttUrl, { deviceId, secret });
    const beat = (seq: number) => event({ type: 'cleared', code: 'E1', seq });
    for (let turn = 0; turn < 400 && !socket.closed; turn += 1) {
      socket.publish(topicOf(deviceId, 'evt'), JSON.stringify(beat(turn)), turn + 1);
    }
    await until(async () => socket.closed);
    const { rows } = await server().pool.query('SELECT count(*) FROM device_events WHERE device_id = $1', [deviceId]);
    expect(rows[0].count).toBeGreaterThan(0);
    expect(await unacknowledged()).toBeGreaterThan(before);
  });

  it('that acknowledges nothing is sent a hundred messages, and no more of its kept session after it reconnects', async () => {
    const { url, gateway, refused } = await startBareBroker();
    const silent = await connectSilent(url, { deviceId: 'SILENT', secret: 'x' });
    for (let turn = 0; turn < 400; turn += 1) gateway.send('SILENT', 'evt-ack', { eventId: `E${turn}` });
    await until(async () => silent.closed);
    await until(async () => (await refused('unacknowledged')) === 300);
    const back = await connectSilent(url, { deviceId: 'SILENT', secret: 'x' });
    await until(async () => back.count('eventId') >= 100);
    back.publish(topicOf('SILENT', 'hb'), '{}', 7);
    await until(async () => back.count('\x40\x02\x00\x07') === 1); // its acknowledgement, after the replayed messages
    expect(back.count('eventId')).toBe(100);
  });

  it.each([
    ['many small messages', 1_000, 12_000],
    ['large messages', 8_000, 1_500],
  ])('that does not read %s is disconnected and counted, while another is served', async (_case, length, count) => {
    const { url, gateway, refused, logged } = await startBareBroker();
    const honest = await connectSilent(url, { deviceId: 'HONEST', secret: 'x' });
    const deaf = await connectSilent(url, { deviceId: 'DEAF', secret: 'x' }, { qos: 0, reads: false });
    const eventId = 'x'.repeat(length);
    for (let turn = 0; turn < count; turn += 1) gateway.send('DEAF', 'evt-ack', { eventId });
    gateway.send('HONEST', 'evt-ack', { eventId: 'served' });
    await until(async () => honest.count('served') === 1);
    await until(async () => (await refused('unread')) === 1);
    expect(logged.join()).toContain('more than 262144 bytes unread');
    deaf.read();
    await until(async () => deaf.closed);
  });

  it('that subscribes to a filter of 5,000 characters leaves a short line in the log', async () => {
    const { url, logged } = await startBareBroker();
    const client = await connectBare(url, { deviceId: 'ROGUE', secret: 'x' });
    const filter = `chair/v1/${'x'.repeat(5_000)}`;
    await new Promise<void>((resolve) => client.subscribe(filter, () => resolve()));
    await client.endAsync(true);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain(filter.slice(0, 50));
    expect(logged[0]?.length).toBeLessThan(500);
  });

  it('that dates its state and its events in 2099 is accepted again after its next boot', async () => {
    const { deviceId, secret } = await server().world.device(outlet);
    const at = '2099-01-01T00:00:00.000Z';
    const faultOf = async () =>
      (await server().pool.query('SELECT fault_code, seq FROM devices WHERE id = $1', [deviceId])).rows[0];
    const boot = async (bootId: number, messages: object[]) => {
      const client = await connectBare(server().mqttUrl, { deviceId, secret });
      for (const { topic, ...message } of messages as { topic: 'state' | 'evt' }[]) {
        const base = { eventId: randomUUID(), firmware: '1', bootId };
        await client.publishAsync(topicOf(deviceId, topic), JSON.stringify({ ...base, ...message }), {
          qos: 1,
          retain: topic === 'state',
        });
      }
      await client.endAsync(true);
    };
    await boot(1, [
      { topic: 'state', state: 'fault', faultCode: 'E1', seq: 7, at },
      { topic: 'evt', type: 'fault', code: 'E1', seq: 8, at },
    ]);
    await until(async () => (await faultOf()).fault_code === 'E1');
    await boot(2, [{ topic: 'state', state: 'idle', seq: 1, at: new Date().toISOString() }]);
    await until(async () => (await faultOf()).fault_code === null);
  });

  it('that asks the broker to retain anything but its state uses no memory', async () => {
    const { url, gateway } = await startBareBroker();
    const say = async (deviceId: string, topic: ChairTopic, payload: string) => {
      const client = await connectBare(url, { deviceId, secret: 'x' });
      await client.publishAsync(topicOf(deviceId, topic), payload, { qos: 1, retain: true });
      await client.endAsync(true);
    };
    for (const topic of ['hb', 'ack', 'evt'] as const) await say('R1', topic, '{}');
    await say('R1', 'state', ' '.repeat(limits.chairMessageBytes + 1));
    await say('R2', 'state', '{}');
    const retained: string[] = [];
    await gateway.subscribe((message) => message.retained && retained.push(message.topic));
    await until(async () => retained.includes(topicOf('R2', 'state')));
    await sleep(200); // without the defence, other topics would be retained like the states
    expect(retained).toEqual([topicOf('R2', 'state')]);
  });

  it.each(['\ud800', 'a\u0000b'])(
    'that sends text that cannot be stored (%j) does not hold up its next event',
    async (bad) => {
      const { deviceId, secret } = await server().world.device(outlet);
      const before = server().logged.length;
      const client = await connectBare(server().mqttUrl, { deviceId, secret });
      const say = (body: object) =>
        client.publishAsync(topicOf(deviceId, 'evt'), JSON.stringify(event(body)), { qos: 1 });
      await say({ type: 'fault', code: bad });
      await say({ type: 'fault', code: 'E1', eventId: bad });
      await say({ type: 'coin', coins: 1, amount: 500, currency: 'CNY', minutes: 1, gear: 'gentle', totalCoins: 1 });
      await until(async () => (await ordersOf(deviceId)).length === 1);
      await client.endAsync(true);
      expect(
        server()
          .logged.slice(before)
          .filter((line) => line.includes('"level":50')),
      ).toEqual([]);
    },
  );

  it('that is refused repeatedly does not fill the log', async () => {
    const before = server().logged.length;
    for (let turn = 0; turn < 20; turn += 1) {
      const long = { deviceId: `${'A'.repeat(5_000)}${turn}`, secret: 'x' };
      await connectBare(server().mqttUrl, long).then(
        (client) => client.endAsync(true),
        () => undefined, // the refusal is expected
      );
    }
    expect(server().logged.slice(before).join('').length).toBeLessThan(20_000);
  });

  it('cannot start, end or refuse an order of another chair, nor acknowledge its commands', async () => {
    const { client: calls, world, pool } = server();
    const honest = await connectChair(outlet);
    const { token } = await world.manager([outlet]);
    const started = await calls.starting.activate(
      { deviceId: honest.deviceId, priceId: outlet.prices[0]?.priceId ?? '', payType: 'cash', requestId: randomUUID() },
      { token },
    );
    const { orderId } = started.data;
    await calls.orders.get({ orderId }, { token }); // by then the start is stored
    const before = await ordersOf(honest.deviceId);
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM commands WHERE order_id = $1', [orderId]);
    const client = await connect();
    const say = (topic: 'evt' | 'ack' | 'state', body: object) =>
      client.publishAsync(topicOf(rogue.deviceId, topic), JSON.stringify(body), { qos: 1 });
    await say('evt', event({ type: 'ended', orderId, ranSeconds: 1, reason: 'stolen' }));
    await say('evt', event({ type: 'started', orderId, minutes: 600, gear: 'deep' }));
    await say('ack', { commandId: rows[0]?.id, result: 'rejected', reason: 'fault', at: new Date().toISOString() });
    await say('state', { state: 'running', orderId, firmware: '1', bootId: '9', seq: 9, at: new Date().toISOString() });
    const last = event({ type: 'fault', code: 'heard' });
    await say('evt', last);
    await until(async () => {
      const heard = await pool.query('SELECT 1 FROM device_events WHERE event_id = $1', [last.eventId]);
      return heard.rowCount === 1;
    });
    expect(await ordersOf(honest.deviceId)).toEqual(before);
    await client.endAsync(true);
  });

  it('whose meter disagrees with the coins it reports is flagged', async () => {
    const client = await connect();
    const coin = {
      type: 'coin',
      coins: 1,
      amount: 500,
      currency: 'CNY',
      minutes: 5,
      gear: 'deep',
      totalCoins: 1_000_000,
    };
    await client.publishAsync(topicOf(rogue.deviceId, 'evt'), JSON.stringify(event(coin)), { qos: 1 });
    await until(async () => {
      const { rows } = await server().pool.query<{ coin_difference: number }>(
        'SELECT coin_difference FROM devices WHERE id = $1',
        [rogue.deviceId],
      );
      return rows[0]?.coin_difference === 999_999;
    });
    await client.endAsync(true);
  });
});
