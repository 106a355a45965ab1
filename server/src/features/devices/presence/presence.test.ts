import { expect, it } from 'vitest';
import { transaction } from '../../../platform/db.ts';
import { makeLog } from '../../../platform/log.ts';
import { useServer } from '../../../testing/server.ts';
import { recordFault } from '../faults-and-meter.ts';
import { makePresence } from './presence.ts';

const server = useServer();

/** The presence of one of several servers, with the times at which it receives and writes. */
function presenceAt(time: { now: Date }) {
  const queried: string[] = [];
  const presence = makePresence({
    pool: server().pool,
    clock: () => time.now,
    log: makeLog('silent'),
    timing: { flushEveryMs: 3600_000, silenceEveryMs: 3600_000 },
    query: (deviceId) => queried.push(deviceId),
    runningReported: async () => {},
  });
  return { ...presence, flush: presence.stop, queried };
}

async function chair() {
  const { world, pool } = server();
  const { deviceId } = await world.device(await world.outlet(), { online: true });
  const row = async () =>
    (
      await pool.query<{ online: boolean; fault_code: string | null; boot_id: string | null }>(
        'SELECT * FROM devices WHERE id = $1',
        [deviceId],
      )
    ).rows[0];
  return { deviceId, row };
}

const state = (changes: object = {}) =>
  ({ state: 'idle', firmware: '1', bootId: 1, seq: 1, at: new Date().toISOString(), ...changes }) as const;
const later = (time: Date, ms: number) => new Date(time.getTime() + ms);

it('a last will that was received before a new state, and is written after it, leaves the chair online', async () => {
  const { deviceId, row } = await chair();
  const time = { now: new Date() };
  const [first, second] = [presenceAt(time), presenceAt(time)];
  first.reported(deviceId, { state: 'offline' });
  time.now = later(time.now, 20);
  second.seen(deviceId);
  second.reported(deviceId, state());
  await second.flush();
  await first.flush();
  expect((await row())?.online).toBe(true);
});

it('a last will puts the chair offline and is followed by one query', async () => {
  const { deviceId, row } = await chair();
  const presence = presenceAt({ now: new Date() });
  presence.reported(deviceId, { state: 'offline' });
  await presence.flush();
  expect((await row())?.online).toBe(false);
  expect(presence.queried).toEqual([deviceId]);
});

it('a last will leads to a query even if the chair was offline: an earlier sign of life may be written later', async () => {
  const { deviceId, row } = await chair();
  const time = { now: new Date() };
  const [first, second] = [presenceAt(time), presenceAt(time)];
  first.reported(deviceId, { state: 'offline' });
  await first.flush();
  time.now = later(time.now, 20);
  second.seen(deviceId); // the state of the new connection overtakes the last will of the old one
  time.now = later(time.now, 20);
  first.reported(deviceId, { state: 'offline' });
  await first.flush();
  await second.flush();
  expect((await row())?.online).toBe(false);
  expect(first.queried).toEqual([deviceId, deviceId]);
});

it('a state dated years ahead does not freeze the chair: the next boot is still accepted', async () => {
  const { deviceId, row } = await chair();
  const presence = presenceAt({ now: new Date() });
  presence.reported(deviceId, state({ state: 'fault', faultCode: 'E1', at: '2099-01-01T00:00:00Z', bootId: 'old' }));
  presence.reported(deviceId, state({ bootId: 'new' }));
  await presence.flush();
  expect((await row())?.fault_code).toBeNull();
});

it('a state that was received before a fault event, and is written after it, leaves the fault', async () => {
  const { deviceId, row } = await chair();
  const { pool } = server();
  const presence = presenceAt({ now: new Date() });
  presence.reported(deviceId, state({ seq: 5 }));
  const fault = { eventId: 'f', type: 'fault', code: 'E42', bootId: 1, seq: 6, at: new Date().toISOString() } as const;
  await transaction(pool, (db) => recordFault(db, { deviceId, outletId: 1 }, fault, new Date()));
  await presence.flush();
  expect(await row()).toMatchObject({ fault_code: 'E42', seq: 5 });
  presence.reported(deviceId, state({ seq: 7 }));
  await presence.flush();
  expect(await row()).toMatchObject({ fault_code: null, seq: 7 });
});

const faulty = (changes: object) => state({ state: 'fault', faultCode: 'E9', ...changes });
const leap = 2 ** 53 - 1;

it('a chair that once reported the largest boot number is accepted after its next boot, its faults included', async () => {
  const { deviceId, row } = await chair();
  const { pool } = server();
  const presence = presenceAt({ now: new Date() });
  presence.reported(deviceId, state({ bootId: 6 }));
  presence.reported(deviceId, faulty({ bootId: leap }));
  await presence.flush();
  expect(await row()).toMatchObject({ boot_id: String(leap), fault_code: 'E9' });
  presence.reported(deviceId, state({ bootId: 7 }));
  await presence.flush();
  expect(await row()).toMatchObject({ boot_id: '7', fault_code: null });
  const fault = {
    eventId: 'g',
    type: 'fault',
    code: 'E42',
    bootId: leap,
    seq: 2,
    at: new Date().toISOString(),
  } as const;
  await transaction(pool, (db) => recordFault(db, { deviceId, outletId: 1 }, fault, new Date()));
  const cleared = { ...fault, eventId: 'h', type: 'cleared', bootId: 7, seq: 3 } as const;
  await transaction(pool, (db) => recordFault(db, { deviceId, outletId: 1 }, cleared, new Date()));
  expect((await row())?.fault_code).toBeNull();
});

it('a chair whose boot numbers begin anew is queried, and accepted once it answers', async () => {
  const { deviceId, row } = await chair();
  const time = { now: new Date() };
  const presence = presenceAt(time);
  presence.reported(deviceId, faulty({ bootId: 100 }));
  await presence.flush();
  presence.reported(deviceId, state({ bootId: 1, seq: 1 }));
  presence.reported(deviceId, state({ bootId: 1, seq: 2 })); // received before the query is sent: no answer to it
  await presence.flush();
  expect(await row()).toMatchObject({ boot_id: '100', fault_code: 'E9' });
  expect(presence.queried).toEqual([deviceId]);
  time.now = later(time.now, 1_000);
  presence.reported(deviceId, state({ bootId: 1, seq: 3 }));
  await presence.flush();
  expect(await row()).toMatchObject({ boot_id: '1', seq: 3, fault_code: null });
  presence.reported(deviceId, state({ bootId: 2, seq: 1 }));
  await presence.flush();
  expect(await row()).toMatchObject({ boot_id: '2' });
});
