import { randomUUID } from 'node:crypto';
import { topicOf } from '@recline/contract/topics';
import { expect, it } from 'vitest';
import { makeLog } from '../platform/log.ts';
import { makeMetrics } from '../platform/metrics.ts';
import { usualPace } from '../platform/pace.ts';
import { until } from '../testing/chairs.ts';
import { type Hearers, makeInbox } from './inbox.ts';

const ignore = () => {};

function inboxFor(hearers: Partial<Hearers>) {
  const others: Hearers = {
    seen: ignore,
    reported: ignore,
    numbered: ignore,
    acknowledged: async () => {},
    happened: async () => true,
    confirm: ignore,
    overrun: ignore,
  };
  return makeInbox({ ...others, ...hearers }, usualPace, makeLog('silent'), makeMetrics());
}

function fault(deviceId: string) {
  const event = { eventId: randomUUID(), bootId: '1', seq: 1, type: 'fault', code: 'E1', at: new Date().toISOString() };
  return { topic: topicOf(deviceId, 'evt'), payload: Buffer.from(JSON.stringify(event)), retained: false };
}

it('an event is tried again until the database takes it, and confirmed only then', async () => {
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
});

it('a chair whose event can no longer be kept is made to say it again', async () => {
  const overrun: string[] = [];
  let release = ignore;
  const stuck = new Promise<boolean>((resolve) => {
    release = () => resolve(true);
  });
  const inbox = inboxFor({ happened: () => stuck, overrun: (deviceId) => overrun.push(deviceId) });
  for (let count = 0; count < 20_100; count += 1) inbox.handle(fault(`C${count}`));
  expect(overrun).toContain('C20099');
  expect(overrun).not.toContain('C19000');
  release();
  await inbox.stop();
});
