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

function fault(deviceId: string, claimed?: string) {
  const event = { eventId: randomUUID(), bootId: '1', seq: 1, type: 'fault', code: 'E1', at: new Date().toISOString() };
  const body = claimed === undefined ? event : { ...event, deviceId: claimed };
  return { topic: topicOf(deviceId, 'evt'), payload: Buffer.from(JSON.stringify(body)), retained: false };
}

it('an event is retried until the database takes it, logged each time, and confirmed only then', async () => {
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
  expect(inbox.logged).toHaveLength(2);
});

it('events whose handler fails become dead letters, and hold up no other chair', async () => {
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
  expect(confirmed).toContain('BAD0'); // kept safely, so the chair may forget it
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
});

it('a dead letter that cannot be written is tried again, and the event is not confirmed before', async () => {
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
  expect(inbox.logged.join()).toContain('wrong chair');
});

it('a chair whose event can no longer be kept is made to send it again', async () => {
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

it('a chair that goes on naming another one is logged a few times, counted each time, and disconnected', async () => {
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
