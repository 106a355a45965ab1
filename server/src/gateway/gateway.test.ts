import { randomUUID } from 'node:crypto';
import { connect as connectSocket } from 'node:net';
import { topicOf } from '@recline/contract/topics';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { afterEach, describe, expect, it } from 'vitest';
import { deviceOf, until } from '../testing/chairs.ts';
import { useServer } from '../testing/server.ts';

const server = useServer();
let clients: MqttClient[] = [];

afterEach(async () => {
  await Promise.all(clients.map((client) => client.endAsync(true)));
  clients = [];
});

interface Credentials {
  deviceId: string;
  secret: string;
}

/** A bare MQTT client with a chair's name and secret; resolves when the broker accepts it, rejects otherwise. */
async function connect({ deviceId, secret }: Credentials, options: IClientOptions = {}): Promise<MqttClient> {
  const client = mqtt.connect(server().mqttUrl, {
    clientId: deviceId,
    username: deviceId,
    password: secret,
    protocolVersion: 4,
    clean: false,
    reconnectPeriod: 0,
    ...options,
  });
  clients.push(client);
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
    client.once('close', () => reject(new Error('closed')));
  });
  return client;
}

const newChair = async () => server().world.device(await server().world.outlet());
const say = (client: MqttClient, topic: string, body: unknown) =>
  client.publishAsync(topic, typeof body === 'string' ? body : JSON.stringify(body), { qos: 1 });
const now = () => new Date().toISOString();
const state = (seq: number, more: object = {}) => ({
  state: 'idle',
  firmware: '1',
  bootId: '1',
  seq,
  at: now(),
  ...more,
});
const fault = (code: string) => ({ eventId: randomUUID(), bootId: '1', seq: 1, type: 'fault', code, at: now() });

async function counted(topic: string, outcome: string): Promise<number> {
  const text = await (await fetch(`${server().url}/metrics`)).text();
  const line = text
    .split('\n')
    .find((each) => each.includes(`topic="${topic}"`) && each.includes(`outcome="${outcome}"`));
  return Number(line?.split(' ').at(-1) ?? 0);
}

describe('the broker', () => {
  it('accepts a chair with its own secret only', async () => {
    const [chair, other] = [await newChair(), await newChair()];
    expect((await connect(chair)).connected).toBe(true);
    await expect(connect({ ...chair, secret: other.secret })).rejects.toThrow();
    await expect(connect({ deviceId: 'NOSUCH', secret: 'x' })).rejects.toThrow();
    await expect(connect({ deviceId: '$server', secret: 'x' })).rejects.toThrow();
    await expect(connect(chair, { clientId: other.deviceId })).rejects.toThrow();
  });

  it('refuses a retired chair', async () => {
    const chair = await newChair();
    await server().pool.query('UPDATE devices SET retired_at = now() WHERE id = $1', [chair.deviceId]);
    await expect(connect(chair)).rejects.toThrow();
  });

  it("refuses another chair's topics, in a message, a subscription and a last will", async () => {
    const [chair, other] = [await newChair(), await newChair()];
    const client = await connect(chair);
    const granted = await client.subscribeAsync([topicOf(other.deviceId, 'cmd'), 'chair/v1/#', '#'], { qos: 1 }).then(
      (grants) => grants.map((grant) => grant.qos),
      () => [128, 128, 128],
    );
    expect(granted).toEqual([128, 128, 128]);
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
    client.publish(topicOf(other.deviceId, 'state'), JSON.stringify(state(1)), { qos: 1 });
    await closed;
    expect(await deviceOf(server(), other.deviceId)).toMatchObject({ online: false });
    const will = {
      topic: topicOf(other.deviceId, 'state'),
      payload: Buffer.from('{"state":"offline"}'),
      qos: 1,
    } as const;
    await expect(connect(chair, { will })).rejects.toThrow();
    expect(await counted('publish', 'refused')).toBeGreaterThan(0);
  });

  it('closes a connection that announces a frame of megabytes, and serves others', async () => {
    const { hostname, port } = new URL(server().mqttUrl);
    const socket = connectSocket(Number(port), hostname);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {});
    socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]));
    await closed;
    expect((await connect(await newChair())).connected).toBe(true);
  });
});

describe('a message', () => {
  it.each([
    ['not JSON', 'state', 'nonsense'],
    ['of another shape', 'state', { state: 'idle' }],
    ['without a number', 'evt', { ...fault('E1'), seq: undefined }],
    ['of an unknown kind', 'evt', { ...fault('E1'), type: 'party' }],
    ['over 8 KiB', 'hb', { at: now(), padding: 'x'.repeat(9000) }],
    ['with a NUL in it', 'evt', fault('a\u0000b')],
  ])('%s is counted and dropped, and the next one is handled', async (_case, topic, body) => {
    const chair = await newChair();
    const client = await connect(chair);
    const before = await counted(topic, 'malformed');
    await say(client, `chair/v1/${chair.deviceId}/${topic}`, body);
    await say(client, topicOf(chair.deviceId, 'evt'), fault('E7'));
    await until(async () => (await deviceOf(server(), chair.deviceId))?.fault_code === 'E7');
    expect(await counted(topic, 'malformed')).toBe(before + 1);
  });

  it("whose id differs from its topic's is refused", async () => {
    const chair = await newChair();
    const client = await connect(chair);
    await say(client, topicOf(chair.deviceId, 'evt'), { ...fault('E1'), deviceId: 'SOMEBODY' });
    await say(client, topicOf(chair.deviceId, 'evt'), fault('E2'));
    await until(async () => (await deviceOf(server(), chair.deviceId))?.fault_code === 'E2');
    const { rows } = await server().pool.query('SELECT payload FROM device_events WHERE device_id = $1', [
      chair.deviceId,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('of an event is confirmed each time it arrives, and takes effect once', async () => {
    const chair = await newChair();
    const client = await connect(chair);
    const confirmed: string[] = [];
    client.on('message', (_topic, payload) => confirmed.push(payload.toString()));
    await client.subscribeAsync(topicOf(chair.deviceId, 'evt-ack'), { qos: 1 });
    const coin = {
      ...fault('x'),
      type: 'coin',
      coins: 1,
      amount: 500,
      currency: 'CNY',
      minutes: 5,
      gear: 'deep',
      totalCoins: 1,
    };
    for (let sent = 0; sent < 3; sent += 1) await say(client, topicOf(chair.deviceId, 'evt'), coin);
    await until(async () => confirmed.length === 3);
    expect(new Set(confirmed)).toEqual(new Set([JSON.stringify({ eventId: coin.eventId })]));
    const { rows } = await server().pool.query('SELECT id FROM orders WHERE device_id = $1', [chair.deviceId]);
    expect(rows).toHaveLength(1);
  });
});

describe('the state of a chair', () => {
  it('is the newest one, whatever the order of arrival', async () => {
    const chair = await newChair();
    const client = await connect(chair);
    const topic = topicOf(chair.deviceId, 'state');
    await say(client, topic, state(1));
    await say(client, topic, state(3, { state: 'fault', faultCode: 'E9' }));
    await say(client, topic, state(2));
    await until(async () => (await deviceOf(server(), chair.deviceId))?.fault_code === 'E9');
    await say(client, topic, state(1, { bootId: '2' }));
    await until(async () => (await deviceOf(server(), chair.deviceId))?.fault_code === null);
  });

  it('with a missing sequence number leads to one query', async () => {
    const chair = await newChair();
    const client = await connect(chair);
    const commands: { type: string }[] = [];
    client.on('message', (_topic, payload) => commands.push(JSON.parse(payload.toString())));
    await client.subscribeAsync(topicOf(chair.deviceId, 'cmd'), { qos: 1 });
    const topic = topicOf(chair.deviceId, 'state');
    await say(client, topic, state(1));
    await say(client, topic, state(4));
    await until(async () => commands.length > 0);
    await say(client, topic, state(5));
    await say(client, topic, state(6, { state: 'fault', faultCode: 'E5' }));
    await until(async () => (await deviceOf(server(), chair.deviceId))?.fault_code === 'E5');
    expect(commands.map((command) => command.type)).toEqual(['query']);
  });

  it('is offline by its last will, and after 75 s without a message', async () => {
    const chair = await newChair();
    const will = {
      topic: topicOf(chair.deviceId, 'state'),
      payload: Buffer.from('{"state":"offline"}'),
      qos: 1,
    } as const;
    const online = async () => (await deviceOf(server(), chair.deviceId))?.online;
    const first = await connect(chair, { will });
    await say(first, topicOf(chair.deviceId, 'hb'), { at: now() });
    await until(async () => (await online()) === true);
    first.stream.destroy();
    await until(async () => (await online()) === false);
    const second = await connect(chair);
    await say(second, topicOf(chair.deviceId, 'hb'), { at: now() });
    await until(async () => (await online()) === true);
    server().setTime(new Date(Date.now() + 76_000));
    try {
      await until(async () => (await online()) === false);
    } finally {
      server().setTime(undefined);
    }
  });

  it('that reports an order which is over is answered with a stop', async () => {
    const chair = await newChair();
    const client = await connect(chair);
    const { orderId } = await server().world.order(chair.deviceId, {
      status: 'failed',
      placedBy: await server().world.consumer(),
    });
    const commands: { type: string; orderId: string }[] = [];
    client.on('message', (_topic, payload) => commands.push(JSON.parse(payload.toString())));
    await client.subscribeAsync(topicOf(chair.deviceId, 'cmd'), { qos: 1 });
    await say(client, topicOf(chair.deviceId, 'state'), state(1, { state: 'running', orderId, endsAt: now() }));
    await until(async () => commands.length > 0);
    expect(commands[0]).toMatchObject({ type: 'stop', orderId });
  });
});
