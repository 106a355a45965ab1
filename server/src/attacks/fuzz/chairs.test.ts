import { connect as connectSocket } from 'node:net';
import { ack, chairEvent, chairState, chairTopics, heartbeat, topicOf } from '@recline/contract/topics';
import type { Chair } from '@recline/simulator/chair';
import fc, { type Arbitrary } from 'fast-check';
import type { IClientPublishOptions, MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkRevenue } from '../../features/revenue/revenue.upkeep.ts';
import { deviceOf, until, useChairs } from '../../testing/chairs.ts';
import { makeCoupon } from '../../testing/coupons.ts';
import { useServer } from '../../testing/server.ts';
import { type Credentials, connectBare } from '../bare-chair.ts';
import { fuzzTimeout, runs } from './runs.ts';
import { inputs, type JsonSchema, type KnownIds, strangeText } from './values.ts';

/** Fuzzes every topic as a compromised chair could. */

const server = useServer();
const connectChair = useChairs(server);
let outlet: Awaited<ReturnType<ReturnType<typeof server>['world']['outlet']>>;
let rogue: Credentials;
let client: MqttClient;
let neighbour: Chair;
/** A chair whose messages are recorded. */
let listening: Credentials;
/** A guest uses a third chair. */
let orderId: string;
let commandId: string;
let orderBefore: unknown;

beforeAll(async () => {
  const { world, pool, client: calls } = server();
  outlet = await world.outlet();
  listening = await world.device(outlet);
  neighbour = await connectChair(outlet);
  const { token } = await world.consumer();
  const couponNo = await makeCoupon(pool, 'free');
  const { deviceId } = await connectChair(outlet);
  const { priceId } = outlet.prices[2] ?? { priceId: '' };
  // The longest duration: the order still runs after an hour of messages.
  await pool.query('UPDATE prices SET minutes = 600 WHERE id = $1', [priceId]);
  const wanted = { deviceId, priceId, payType: 'coupon', couponNo } as const;
  const started = await calls.starting.activate({ ...wanted, requestId: crypto.randomUUID() }, { token });
  orderId = started.data.orderId;
  await calls.orders.get({ orderId }, { token }); // by then the start is stored
  const commands = await pool.query<{ id: string }>('SELECT id FROM commands WHERE order_id = $1', [orderId]);
  commandId = commands.rows[0]?.id ?? '';
  orderBefore = await order();
  await becomeRogue();
});
afterAll(() => client.endAsync(true));

const schemas: Record<(typeof chairTopics)[number], z.ZodType> = {
  state: chairState,
  hb: heartbeat,
  ack,
  evt: chairEvent,
};
const times = ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999-23:59', '1970-01-01T00:00:00Z', '2026-11-15T00:00:00Z'];

/** The order and the command belong to another chair; the other values are drawn from a few, so that they repeat. */
const ids = (): KnownIds => ({
  orderId: [orderId, '1', 'e1'],
  commandId: [commandId, 'c1'],
  eventId: ['e1', 'e2', 'e3'],
  deviceId: [neighbour.deviceId],
  bootId: ['1', '2', 'b'],
  at: times,
  endsAt: times,
});

function messages(schema: JsonSchema & { oneOf?: JsonSchema[] }): Arbitrary<Buffer> {
  const kinds = schema.anyOf ?? schema.oneOf ?? [schema];
  const json = fc.oneof(...kinds.map((kind) => inputs(constants(kind), ids())));
  return fc.oneof(
    { weight: 8, arbitrary: json.map((value) => Buffer.from(JSON.stringify(value) ?? '')) },
    { weight: 1, arbitrary: json.map((value) => Buffer.from(JSON.stringify(value) ?? '', 'utf16le')) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.constantFrom(8192, 8193, 60_000).map((length) => Buffer.alloc(length, '[')) },
  );
}

/** `const` is an `enum` of one. */
const constants = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries((schema.properties ?? {}) as Record<string, JsonSchema & { const?: unknown }>).map(
      ([name, field]) => [name, field.const === undefined ? field : { ...field, enum: [field.const] }],
    ),
  ),
});

/** Connects as another chair each time: a chair that reconnects too often is refused. */
async function becomeRogue(): Promise<void> {
  rogue = await server().world.device(outlet);
  client = await connectBare(server().mqttUrl, rogue);
}

/** Publishes, and reconnects if the broker ended the connection, as it does for a frame of 64 KiB. */
async function say(
  topic: (typeof chairTopics)[number],
  payload: Buffer,
  options: IClientPublishOptions,
): Promise<void> {
  if (!client.connected) await becomeRogue();
  await new Promise<void>((resolve) => {
    const done = () => {
      client.off('close', done);
      resolve();
    };
    client.on('close', done);
    client.publish(topicOf(rogue.deviceId, topic), payload, options, done);
  });
}

const forged = '{"state":"offline"}';
const failures = () => server().logged.filter((line) => line.includes('"level":50'));
const order = async () =>
  (await server().pool.query('SELECT * FROM orders WHERE id = $1', [orderId])).rows[0] as unknown;

describe('a compromised chair', { timeout: fuzzTimeout }, () => {
  it.each(chairTopics)('may send anything on its %s: it is handled or dropped, and nothing fails', async (topic) => {
    const message = fc.tuple(
      messages(z.toJSONSchema(schemas[topic]) as JsonSchema),
      fc.constantFrom(0 as const, 1 as const, 2 as const),
      fc.boolean(),
    );
    await fc.assert(
      fc.asyncProperty(message, async ([payload, qos, retain]) => {
        await say(topic, payload, { qos, retain });
      }),
      runs(150),
    );
    const mark = `E${topic}`;
    neighbour.breakDown(mark);
    await until(async () => (await deviceOf(server(), neighbour.deviceId))?.fault_code === mark);
    neighbour.repair();
    await until(async () => (await deviceOf(server(), neighbour.deviceId))?.fault_code === null);
    expect(failures()).toEqual([]);
  });

  it('is disconnected for any topic that is not its own, and its neighbour receives nothing', async () => {
    const own = 'OWN';
    const heard: string[] = [];
    const listener = await connectBare(server().mqttUrl, listening);
    listener.on('message', (_topic, payload) => heard.push(payload.toString()));
    await listener.subscribeAsync([topicOf(listening.deviceId, 'cmd'), topicOf(listening.deviceId, 'evt-ack')]);
    const topics = fc.oneof(
      fc.constantFrom(
        topicOf(neighbour.deviceId, 'evt'),
        topicOf(neighbour.deviceId, 'cmd'),
        topicOf(listening.deviceId, 'cmd'),
        topicOf(listening.deviceId, 'evt-ack'),
        topicOf(own, 'cmd'),
        topicOf(own, 'evt-ack'),
        'chair/v1',
        `chair/v1/${own}/evt/more`,
        `chair/v2/${own}/evt`,
        `chair/v1/${own.toLowerCase()}/evt`,
        '$SYS/broker/uptime',
        '/',
      ),
      strangeText.map((value) => `chair/v1/${value.slice(0, 200)}/evt`).filter((topic) => !/[+#]/.test(topic)),
    );
    await fc.assert(
      fc.asyncProperty(topics, async (topic) => {
        await becomeRogue();
        const outcast = client;
        const closed = new Promise((resolve) => outcast.once('close', () => resolve(undefined)));
        outcast.publish(topic.replaceAll(own, rogue.deviceId), forged, { qos: 1 }, () => {});
        await closed;
        await outcast.endAsync(true);
      }),
      runs(60),
    );
    // Its own messages are delivered.
    const event = { eventId: 'heard', bootId: '1', seq: 1, type: 'fault', code: 'E1', at: new Date().toISOString() };
    await listener.publishAsync(topicOf(listening.deviceId, 'evt'), JSON.stringify(event), { qos: 1 });
    await until(async () => heard.some((payload) => payload.includes('heard')));
    await listener.endAsync(true);
    expect(heard).not.toContain(forged);
    expect(await deviceOf(server(), neighbour.deviceId)).toMatchObject({ online: true });
    await becomeRogue();
  });
});

describe('malformed MQTT', { timeout: fuzzTimeout }, () => {
  const connectPacket = (clientId: Buffer, more: Buffer = Buffer.alloc(0)): Buffer => {
    const field = (bytes: Buffer) => Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
    const name = field(Buffer.from('MQTT'));
    const [user, password] = [field(clientId), field(Buffer.from('x'))];
    const body = Buffer.concat([name, Buffer.from([4, 0xc2, 0, 60]), field(clientId), user, password, more]);
    return Buffer.concat([Buffer.from([0x10, body.length]), body]);
  };

  /** Sends, and waits until the broker has disconnected, or has had time to fail. */
  const throwAt = (bytes: Buffer) =>
    new Promise<void>((resolve) => {
      const { port } = new URL(server().mqttUrl);
      const socket = connectSocket(Number(port), '127.0.0.1');
      socket.on('error', () => {});
      socket.on('close', () => resolve());
      socket.setTimeout(100, () => socket.destroy());
      socket.write(bytes);
    });

  it('does not keep chairs from connecting', async () => {
    const odd = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom('\u0000', 'a\u0000b', '', '$server', '\ud800', '#', '../..')
        .map((id) => connectPacket(Buffer.from(id))),
      fc.uint8Array({ maxLength: 60 }).map((bytes) => connectPacket(Buffer.from(bytes), Buffer.from(bytes))),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(odd, { minLength: 1, maxLength: 5 }), async (several) => {
        const newcomer = await server().world.device(await server().world.outlet());
        const attacks = several.map(throwAt);
        const chair = await connectBare(server().mqttUrl, newcomer);
        await Promise.all(attacks);
        await chair.endAsync(true);
      }),
      runs(40),
    );
  });
});

describe('afterwards', () => {
  it('the order on the next chair still runs, and a coin in another chair counts', async () => {
    const { pool } = server();
    expect(await order()).toEqual(orderBefore);
    expect(orderBefore).toMatchObject({ status: 'running' });
    neighbour.insertCoin({ coins: 1, amount: 500, currency: 'CNY', minutes: 1 });
    const count = 'SELECT 1 FROM orders WHERE device_id = $1 AND type = $2';
    await until(async () => (await pool.query(count, [neighbour.deviceId, 'coin'])).rowCount === 1);
    expect(await checkRevenue(pool)).toEqual([]);
    expect(failures()).toEqual([]);
    expect((await fetch(`${server().url}/readyz`)).status).toBe(200);
  });
});
