import { randomUUID } from 'node:crypto';
import type { ChairTrick } from './actions.ts';
import { event, type Message, now, state } from './hostile-chair.ts';
import { orderAtHostileChair, victimAt } from './hostile-guest.ts';
import type { Scene } from './scene.ts';
import { stolen } from './stranger-invariants.ts';

/** The attacks of a hostile chair on the orders of a scene. */

const coin = { type: 'coin', coins: 1, amount: 100, currency: 'CNY', minutes: 5, gear: 'deep', totalCoins: 7 };
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000).toISOString();
const many = (count: number, message: () => Message) => Array.from({ length: count }, message);

interface Named {
  /** An order of its own, if it has one, and an order of another chair with that chair's start command. */
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
