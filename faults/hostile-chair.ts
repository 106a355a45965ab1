import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChairTopic, command as commandSchema, topicOf } from '@recline/contract/topics';
import { type Credentials, connectBare } from '../server/src/attacks/bare-chair.ts';
import type { ChairTrick } from './actions.ts';
import { orderAtHostileChair, victimAt } from './hostile-guest.ts';
import type { Scene } from './scene.ts';
import { stolen } from './stranger-invariants.ts';

type Message = [topic: ChairTopic, body: object];

/** A chair with a secret of its own that says what it likes, and obeys as it likes. */
export function makeHostileChair(brokerUrl: string, credentials: Credentials) {
  const { deviceId } = credentials;
  let client: Awaited<ReturnType<typeof connectBare>> | undefined;
  let connecting: Promise<unknown> = Promise.resolve();
  let mood: 'runs' | 'breaks' | 'silent' = 'runs';

  async function connect(): Promise<void> {
    if (client?.connected) return;
    client?.end(true);
    client = await connectBare(brokerUrl, credentials).catch(() => undefined); // the network is cut
    client?.on('message', (_topic, text) => obey(text.toString()));
    client?.subscribe([topicOf(deviceId, 'cmd')], { qos: 1 }, () => {});
  }

  /** One connection at a time: a second one of the same name would end the first. */
  async function say(messages: Message[]): Promise<void> {
    connecting = connecting.then(connect);
    await connecting;
    for (const [topic, body] of messages)
      client?.publish(topicOf(deviceId, topic), JSON.stringify(body), { qos: 1, retain: topic === 'state' }, () => {});
  }

  function obey(text: string): void {
    const { commandId, type, orderId, minutes, gear } = commandSchema.parse(JSON.parse(text));
    if (type !== 'start' || mood === 'silent') return;
    const started = event({ type: 'started', orderId, minutes, gear });
    void say([
      ['ack', { commandId, result: 'accepted', at: now() }],
      started,
      started,
      ['ack', { commandId, result: 'rejected', reason: 'busy', at: now() }],
      ...(mood === 'breaks' ? [event({ type: 'ended', orderId, ranSeconds: 0, reason: 'fault' })] : []),
    ]);
  }

  return {
    deviceId,
    say,
    obeysWith(next: 'runs' | 'breaks') {
      mood = next;
    },
    /** Resolves when everything that it said is handled, or dropped with its connection. */
    async quieten(isStored: (deviceId: string, eventId: string) => Promise<boolean>): Promise<void> {
      mood = 'silent'; // a command that comes now would have it speak after its last word
      await connecting;
      if (!client) return;
      await client.endAsync(true);
      const eventId = randomUUID();
      const last = event({ type: 'cleared', code: 'over', eventId });
      for (const deadline = Date.now() + quietenWithinMs; !(await isStored(deviceId, eventId)); await sleep(200)) {
        if (Date.now() > deadline) throw new Error('the hostile chair is not heard');
        await say([last]);
      }
      await client?.endAsync(true);
    },
  };
}
export type HostileChair = ReturnType<typeof makeHostileChair>;

const quietenWithinMs = 60_000;
const now = () => new Date().toISOString();
const event = (body: object): Message => ['evt', { eventId: randomUUID(), bootId: 1, seq: 1, at: now(), ...body }];
const state = (body: object): Message => [
  'state',
  { state: 'idle', firmware: 'x', bootId: 1, seq: 1, at: now(), ...body },
];
const coin = { type: 'coin', coins: 1, amount: 100, currency: 'CNY', minutes: 5, gear: 'deep', totalCoins: 7 };
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000).toISOString();
const many = (count: number, message: () => Message) => Array.from({ length: count }, message);

interface Named {
  /** An order of its own, if it had one, and one of another chair with the start command of it. */
  own: string;
  foreign: string;
  command: string;
}

const says: Record<Exclude<ChairTrick, 'runs' | 'breaks'>, (named: Named) => Message[]> = {
  'false progress': ({ own }) => [
    event({ type: 'started', orderId: own, minutes: 600, gear: 'deep' }),
    state({ state: 'running', orderId: own, endsAt: '2099-01-01T00:00:00.000Z', seq: 5 }),
    event({ type: 'ended', orderId: own, ranSeconds: 1e9, reason: 'time' }),
    event({ type: 'ended', orderId: own, ranSeconds: 0, reason: 'fault' }),
    event({ type: 'started', orderId: own, minutes: 1, gear: 'gentle' }),
  ],
  'foreign order': ({ foreign, command }) => [
    event({ type: 'ended', orderId: foreign, ranSeconds: 1, reason: stolen }),
    event({ type: 'started', orderId: foreign, minutes: 600, gear: 'deep' }),
    ['ack', { commandId: command, result: 'rejected', reason: 'fault', at: now() }],
    state({ state: 'running', orderId: foreign, seq: 9 }),
    event({ type: 'ended', orderId: foreign, ranSeconds: 0, reason: 'fault', offline: true, at: daysAgo(20) }),
  ],
  'repeated and late': ({ own }) => {
    const eventId = randomUUID();
    const repeated = { ...coin, eventId };
    return [
      ...many(4, () => event(repeated)),
      event({ type: 'ended', orderId: own, ranSeconds: 1, reason: 'time', eventId }),
      event({ ...coin, totalCoins: 3, offline: true, at: daysAgo(40) }),
      event({ ...coin, amount: 500_000, totalCoins: 1_000_000, at: '2099-01-01T00:00:00.000Z' }),
      event({ type: 'ended', orderId: own, ranSeconds: 3, reason: 'power', offline: true, at: daysAgo(40) }),
    ];
  },
  boots: () => [
    state({ bootId: Number.MAX_SAFE_INTEGER, seq: 2 ** 31 }),
    state({ bootId: 3, seq: 0 }),
    state({ bootId: 'a new one', seq: 4, state: 'fault', faultCode: 'E1' }),
    state({ bootId: 2, seq: 1 }),
    event({ type: 'cleared', code: 'E1', bootId: 'z'.repeat(64), seq: 2 ** 40 }),
    ['state', { state: 'offline' }],
  ],
  floods: () => [
    ...many(60, () => event({ type: 'cleared', code: 'E1' })),
    ...many(400, () => ['hb', { at: now() }]),
    ...many(60, () => ['ack', { commandId: randomUUID(), result: 'accepted', at: now() }]),
  ],
};

async function namesFor(scene: Scene, chair: number): Promise<Named> {
  const victim = await victimAt(scene, chair);
  const newest = 'SELECT id::text FROM orders WHERE device_id = $1 ORDER BY id DESC LIMIT 1';
  const { rows } = await scene.environment.pool.query<{ id: string }>(newest, [scene.hostile.chair.deviceId]);
  return { own: rows[0]?.id ?? '1', foreign: victim?.orderId ?? '1', command: victim?.command ?? randomUUID() };
}

export async function hostileChair(scene: Scene, step: { chair: number; trick: ChairTrick }): Promise<void> {
  const { chair } = scene.hostile;
  const { trick } = step;
  if (trick !== 'runs' && trick !== 'breaks') return chair.say(says[trick](await namesFor(scene, step.chair)));
  chair.obeysWith(trick);
  await chair.say([state({ bootId: Date.now(), seq: 1 })]);
  await orderAtHostileChair(scene);
}
