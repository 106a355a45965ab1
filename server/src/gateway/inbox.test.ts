import { randomUUID } from 'node:crypto';
import { topicOf } from '@recline/contract/topics';
import pg from 'pg';
import { expect, it } from 'vitest';
import { makeLog } from '../platform/log.ts';
import { makeMetrics } from '../platform/metrics.ts';
import { until } from '../testing/chairs.ts';
import { type InboxHandlers, makeInbox } from './inbox.ts';

const ignore = () => {};

function inboxFor(changes: Partial<InboxHandlers>) {
  const handlers: InboxHandlers = {
    seen: ignore,
    reported: ignore,
    numbered: ignore,
    acknowledged: async () => {},
    happened: async () => true,
    confirm: ignore,
    bury: async () => {},
    overrun: ignore,
    ...changes,
  };
  const logged: string[] = [];
  const log = makeLog('warn', { write: (line) => void logged.push(line) });
  const metrics = makeMetrics();
  const inbox = makeInbox({ handlers, clock: () => new Date(), timing: { retryMs: 1 }, log, metrics });
  return { ...inbox, logged, metrics };
}

const linesOf = ({ logged }: { logged: string[] }) => logged.map((line) => JSON.parse(line) as object);

function fault(deviceId: string, claimed?: string) {
  const event = { eventId: randomUUID(), bootId: '1', seq: 1, type: 'fault', code: 'E1', at: new Date().toISOString() };
  const body = claimed === undefined ? event : { ...event, deviceId: claimed };
  return { topic: topicOf(deviceId, 'evt'), payload: Buffer.from(JSON.stringify(body)), retained: false };
}

it('an event is retried until the database accepts it, logged each time, and confirmed only then', async () => {
  const confirmed: string[] = [];
  let tries = 0;
  const inbox = inboxFor({
    happened: async () => {
      tries += 1;
      if (tries < 3) throw new Error('Connection terminated unexpectedly');
      return true;
    },
    confirm: (deviceId) => confirmed.push(`${deviceId} at try ${tries}`),
  });
  inbox.handle(fault('C1'));
  await until(async () => confirmed.length > 0);
  expect(confirmed).toEqual(['C1 at try 3']);
  const line = {
    deviceId: 'C1',
    kind: 'evt',
    verdict: 'retry',
    err: { message: 'Connection terminated unexpectedly' },
  };
  expect(linesOf(inbox)).toMatchObject([
    { ...line, tries: 1 },
    { ...line, tries: 2 },
  ]);
});

it('events whose handler fails become dead letters, and delay no other chair', async () => {
  const buried: string[] = [];
  const confirmed: string[] = [];
  const inbox = inboxFor({
    happened: async ({ deviceId }) => {
      if (deviceId.startsWith('BAD')) throw new Error('a defect without a PostgreSQL code');
      return true;
    },
    bury: async ({ deviceId }) => void buried.push(deviceId),
    confirm: (deviceId) => confirmed.push(deviceId),
  });
  for (let count = 0; count < 12; count += 1) inbox.handle(fault(`BAD${count}`));
  inbox.handle(fault('GOOD'));
  await inbox.drained();
  expect(buried).toHaveLength(12);
  expect(confirmed).toContain('GOOD');
  expect(confirmed).toContain('BAD0'); // stored, so the chair may delete it
  const metric = await inbox.metrics.chairMessages.get();
  expect(metric.values).toContainEqual(
    expect.objectContaining({ labels: { topic: 'evt', outcome: 'buried' }, value: 12 }),
  );
});

it('an event whose handler always meets a deadlock becomes a dead letter after eight tries', async () => {
  let tries = 0;
  const buried: string[] = [];
  const confirmed: string[] = [];
  const inbox = inboxFor({
    happened: async () => {
      tries += 1;
      throw Object.assign(new pg.DatabaseError('deadlock detected', 0, 'error'), { code: '40P01' });
    },
    bury: async ({ deviceId }, error) => void buried.push(`${deviceId}: ${(error as Error).message}`),
    confirm: (deviceId) => confirmed.push(deviceId),
  });
  inbox.handle(fault('C1'));
  await inbox.drained();
  expect(tries).toBe(8);
  expect(buried).toEqual(['C1: deadlock detected']);
  expect(confirmed).toEqual(['C1']);
  const about = { deviceId: 'C1', kind: 'evt', err: { message: 'deadlock detected' } };
  expect(linesOf(inbox).slice(-2)).toMatchObject([
    { ...about, tries: 8, verdict: 'bury' },
    { ...about, msg: "a chair's message is kept as a dead letter" },
  ]);
});

it('a dead letter that cannot be written is retried, and the event is not confirmed before it is written', async () => {
  let writes = 0;
  const confirmed: string[] = [];
  const inbox = inboxFor({
    happened: async () => {
      throw new TypeError('x is not a function');
    },
    bury: async () => {
      writes += 1;
      if (writes < 3) throw new Error('timeout');
    },
    confirm: (deviceId) => confirmed.push(deviceId),
  });
  inbox.handle(fault('C1'));
  await inbox.drained();
  expect([writes, confirmed]).toEqual([3, ['C1']]);
  const unwritten = {
    msg: 'a dead letter could not be written',
    deviceId: 'C1',
    kind: 'evt',
    err: { message: 'timeout' },
  };
  expect(linesOf(inbox).filter((line) => 'msg' in line && line.msg === unwritten.msg)).toMatchObject([
    unwritten,
    unwritten,
  ]);
});

it('a message that names another chair than its topic is refused, and the log says so', async () => {
  const happened: string[] = [];
  const inbox = inboxFor({
    happened: async ({ deviceId }) => {
      happened.push(deviceId);
      return true;
    },
  });
  inbox.handle(fault('C1', 'C2'));
  await inbox.drained();
  expect(happened).toEqual([]);
  const { topic, payload } = fault('C1', 'C2');
  expect(linesOf(inbox)).toMatchObject([
    { topic, bytes: payload.length, leftOut: 0, msg: 'a wrong chair message was dropped' },
  ]);
});

it('a chair whose event can no longer be kept is disconnected, so that it resends it', async () => {
  const overrun: string[] = [];
  let release = ignore;
  const stuck = new Promise<boolean>((resolve) => {
    release = () => resolve(true);
  });
  const inbox = inboxFor({ happened: () => stuck, overrun: (deviceId) => overrun.push(deviceId) });
  for (let count = 0; count < 20_200; count += 1) inbox.handle(fault(`C${count}`));
  expect(overrun).toContain('C20199');
  expect(overrun).not.toContain('C19000');
  release();
  await inbox.stop();
});

it('a chair that keeps naming another one is logged a few times, counted each time, and disconnected', async () => {
  const disconnected: string[] = [];
  const inbox = inboxFor({ overrun: (deviceId) => disconnected.push(deviceId) });
  for (let count = 0; count < 50; count += 1) inbox.handle(fault('C1', 'C2'));
  inbox.handle(fault('C3', 'C2'));
  expect(inbox.logged).toHaveLength(4);
  expect(disconnected).toHaveLength(47);
  expect(new Set(disconnected)).toEqual(new Set(['C1']));
  const metric = await inbox.metrics.chairMessages.get();
  expect(metric.values).toContainEqual(
    expect.objectContaining({ labels: { topic: 'evt', outcome: 'refused' }, value: 51 }),
  );
});

it('of many chairs that name others sixty lines a minute are logged, and each further message disconnects its chair', () => {
  const disconnected: string[] = [];
  const inbox = inboxFor({ overrun: (deviceId) => disconnected.push(deviceId) });
  for (let chair = 0; chair < 21; chair += 1)
    for (let count = 0; count < 3; count += 1) inbox.handle(fault(`C${chair}`, 'OTHER'));
  expect(inbox.logged).toHaveLength(60);
  expect(disconnected).toEqual(['C20', 'C20', 'C20']);
});

const message = (topic: string, body: object | string, retained = false) => ({
  topic,
  payload: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  retained,
});
const sent = '2026-11-15T12:00:00Z';
const idle = { state: 'idle', firmware: '1', bootId: 3, seq: 5, at: sent };
const ackOf = (result: string) => ({ commandId: 'c', result, at: sent });

/** Records the calls of the handlers, one line each. */
function listening(changes: Partial<InboxHandlers> = {}) {
  const heard: string[] = [];
  const inbox = inboxFor({
    seen: (deviceId) => heard.push(`seen ${deviceId}`),
    reported: (deviceId, state, { retained }) => heard.push(`reported ${deviceId} ${state.state} ${retained}`),
    numbered: (deviceId, bootId, seq) => heard.push(`numbered ${deviceId} ${bootId} ${seq}`),
    acknowledged: async (deviceId, { result }) => void heard.push(`acknowledged ${deviceId} ${result}`),
    happened: async ({ deviceId, event }) => {
      heard.push(`happened ${deviceId} ${event.type}`);
      return true;
    },
    confirm: (deviceId) => heard.push(`confirmed ${deviceId}`),
    overrun: (deviceId) => heard.push(`overrun ${deviceId}`),
    ...changes,
  });
  const counted = async (topic: string, outcome: string) =>
    (await inbox.metrics.chairMessages.get()).values.find(
      ({ labels }) => labels.topic === topic && labels.outcome === outcome,
    )?.value ?? 0;
  return { ...inbox, heard, counted };
}

it.each([
  ['a state', 'state', idle, false, ['seen C1', 'reported C1 idle false']],
  ['a state that the broker kept, which is no sign of life', 'state', idle, true, ['reported C1 idle true']],
  ['a last will, which is none either', 'state', { state: 'offline' }, false, ['reported C1 offline false']],
  ['a heartbeat', 'hb', { at: sent }, false, ['seen C1']],
  ['an acceptance', 'ack', ackOf('accepted'), false, ['seen C1', 'acknowledged C1 accepted']],
  ['a rejection', 'ack', ackOf('rejected'), false, ['seen C1', 'acknowledged C1 rejected']],
] as const)('%s is passed to its handler', async (_case, kind, body, retained, expected) => {
  const inbox = listening();
  inbox.handle(message(topicOf('C1', kind), body, retained));
  await inbox.drained();
  await until(async () => (await inbox.counted(kind, 'handled')) === 1);
  expect(inbox.heard).toEqual(expected);
});

it('an event is a sign of life, has a number, is handled and then confirmed', async () => {
  const inbox = listening();
  inbox.handle(fault('C1'));
  await inbox.drained();
  expect(inbox.heard).toEqual(['seen C1', 'numbered C1 1 1', 'happened C1 fault', 'confirmed C1']);
  expect(await inbox.counted('evt', 'handled')).toBe(1);
});

it('an event of a chair that does not exist is refused and not confirmed', async () => {
  const inbox = listening({ happened: async () => false });
  inbox.handle(fault('C1'));
  await inbox.drained();
  expect(inbox.heard).not.toContain('confirmed C1');
  expect(await inbox.counted('evt', 'refused')).toBe(1);
});

it.each([
  ['of no chair', 'elsewhere/v1/C1/state', idle, 'state', 'refused'],
  ['to a chair', 'chair/v1/C1/cmd', idle, 'other', 'refused'],
  ['that is no JSON', 'chair/v1/C1/state', '{', 'state', 'malformed'],
  ['of another shape', 'chair/v1/C1/state', { state: 'flying' }, 'state', 'malformed'],
  ['that contains NUL', 'chair/v1/C1/state', { ...idle, firmware: '\u0000' }, 'state', 'malformed'],
  ['that is too long', 'chair/v1/C1/state', `${JSON.stringify(idle)}${' '.repeat(8192)}`, 'state', 'malformed'],
  ['that names another chair', 'chair/v1/C1/state', { ...idle, deviceId: 'C2' }, 'state', 'refused'],
])('a message %s is counted and not handled', async (_case, topic, body, label, outcome) => {
  const inbox = listening();
  inbox.handle(message(topic, body));
  await inbox.drained();
  expect(inbox.heard).toEqual([]);
  expect(await inbox.counted(label, outcome)).toBe(1);
});

it('a message of the maximum length, or one that names its own chair, is accepted', async () => {
  const inbox = listening();
  const text = JSON.stringify({ ...idle, deviceId: 'C1' });
  inbox.handle(message('chair/v1/C1/state', text + ' '.repeat(8192 - text.length)));
  await inbox.drained();
  expect(inbox.heard).toContain('reported C1 idle false');
});

it('a rejection waits for the events of its chair before it, an acceptance does not', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const inbox = listening({ happened: () => promise });
  inbox.handle(fault('C1'));
  inbox.handle(message(topicOf('C1', 'ack'), ackOf('rejected')));
  inbox.handle(message(topicOf('C1', 'ack'), ackOf('accepted')));
  await until(async () => inbox.heard.includes('acknowledged C1 accepted'));
  expect(inbox.heard).not.toContain('acknowledged C1 rejected');
  resolve(true);
  await inbox.drained();
  expect(inbox.heard.at(-1)).toBe('acknowledged C1 rejected');
});

it('one chair has at most five hundred places in the queue, so that the others are served', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const inbox = listening({ happened: ({ deviceId }) => (deviceId === 'C1' ? promise : Promise.resolve(true)) });
  for (let count = 0; count < 500; count += 1) inbox.handle(fault('C1'));
  expect(inbox.heard).not.toContain('overrun C1');
  for (let count = 0; count < 5; count += 1) inbox.handle(fault('C1'));
  expect(inbox.heard).toContain('overrun C1');
  inbox.handle(fault('C2'));
  await until(async () => inbox.heard.includes('confirmed C2'));
  expect(await inbox.counted('evt', 'overrun')).toBeGreaterThan(0);
  const stopped = inbox.stop();
  resolve(true);
  await stopped;
});

it('a stopping server leaves failed events to the chair, which resends them', async () => {
  const { promise, reject } = Promise.withResolvers<boolean>();
  const buried: string[] = [];
  const inbox = listening({ happened: () => promise, bury: async ({ deviceId }) => void buried.push(deviceId) });
  inbox.handle(fault('C1'));
  const stopped = inbox.stop();
  reject(new Error('a defect'));
  await stopped;
  expect([buried, inbox.heard.includes('confirmed C1')]).toEqual([[], false]);
  expect(await inbox.counted('evt', 'failed')).toBe(1);
});

it('a rejection that cannot be handled becomes a dead letter too, and there is nothing to confirm', async () => {
  const buried: string[] = [];
  const inbox = listening({
    acknowledged: () => Promise.reject(new TypeError('a defect')),
    bury: async ({ deviceId, kind }) => void buried.push(`${deviceId} ${kind}`),
  });
  inbox.handle(message(topicOf('C1', 'ack'), ackOf('rejected')));
  await inbox.drained();
  expect(buried).toEqual(['C1 ack']);
  expect(inbox.heard).toEqual(['seen C1']);
});
