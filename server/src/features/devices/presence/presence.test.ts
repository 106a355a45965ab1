import { expect, it, onTestFinished } from 'vitest';
import { type Pool, transaction } from '../../../platform/db.ts';
import { makeLog } from '../../../platform/log.ts';
import { listen } from '../../../platform/notify.ts';
import { until } from '../../../testing/chairs.ts';
import { useServer } from '../../../testing/server.ts';
import { deviceChanged } from '../channels.ts';
import { recordFault } from '../faults-and-meter.ts';
import { makePresence } from './presence.ts';

const server = useServer();

/** The presence of one of several servers, with the times at which it receives and writes. */
function presenceAt(time: { now: Date }, pool: Pool = server().pool) {
  const queried: string[] = [];
  const running: string[] = [];
  const presence = makePresence({
    pool,
    clock: () => time.now,
    log: makeLog('silent'),
    timing: { flushEveryMs: 3600_000, silenceEveryMs: 3600_000 },
    query: (deviceId) => queried.push(deviceId),
    runningReported: async (reports) => void running.push(...reports.map(({ orderId }) => orderId)),
  });
  return { ...presence, flush: presence.stop, queried, running };
}

async function chair() {
  const { world, pool } = server();
  const { deviceId } = await world.device(await world.outlet(), { online: true });
  const row = async () =>
    (
      await pool.query<{ online: boolean; fault_code: string | null; boot_id: string | null; last_seen_at: Date }>(
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

/** A pool whose database is away once; `meanwhile` happens while it is asked. */
function poolThatIsAwayOnce(meanwhile: () => void): Pool {
  let isAway = true;
  const { pool } = server();
  const connect = async () => {
    if (!isAway) return pool.connect();
    isAway = false;
    meanwhile();
    throw new Error('no database');
  };
  return { connect } as unknown as Pool;
}

it('what chairs sent while the database was away is written once it is back, with what they sent since', async () => {
  const [one, other, silent] = [await chair(), await chair(), await chair()];
  const start = new Date();
  const time = { now: start };
  const pool = poolThatIsAwayOnce(() => {
    time.now = later(start, 1_000);
    presence.reported(one.deviceId, state({ state: 'running', orderId: '8', seq: 2 }));
    presence.reported(other.deviceId, { state: 'offline' });
  });
  const presence = presenceAt(time, pool);
  for (const { deviceId } of [one, other, silent]) presence.seen(deviceId);
  presence.reported(one.deviceId, state({ state: 'running', orderId: '7', seq: 1 }));
  await expect(presence.flush()).rejects.toThrow('no database');
  await presence.flush();
  expect(presence.running).toEqual(['7', '8']);
  expect(await one.row()).toMatchObject({ seq: 2, online: true, online_at: start, last_seen_at: start });
  expect(await other.row()).toMatchObject({ online: false, last_seen_at: start, offline_since: time.now });
  expect(await silent.row()).toMatchObject({ online: true, last_seen_at: start });
});

it.each([
  ['fifty states of a chair are kept', 50, []],
  ['of more than fifty the oldest are lost, and the chair is queried', 51, ['queried']],
])('while the database is away, %s', async (_case, count, expected) => {
  const { deviceId, row } = await chair();
  await server().pool.query("UPDATE devices SET boot_id = '1', seq = 0 WHERE id = $1", [deviceId]);
  const report = (from: number, to: number) => {
    for (let seq = from; seq <= to; seq += 1) presence.reported(deviceId, state({ seq }));
  };
  const presence = presenceAt(
    { now: new Date() },
    poolThatIsAwayOnce(() => report(26, count)),
  );
  report(1, 25);
  await expect(presence.flush()).rejects.toThrow('no database');
  await presence.flush();
  expect(await row()).toMatchObject({ seq: count });
  expect(presence.queried.map(() => 'queried')).toEqual(expected);
});

it('of more than fifty states between two flushes the newest are kept', async () => {
  const { deviceId } = await chair();
  await server().pool.query("UPDATE devices SET boot_id = '1', seq = 0 WHERE id = $1", [deviceId]);
  const presence = presenceAt({ now: new Date() });
  for (let seq = 1; seq <= 50; seq += 1) presence.reported(deviceId, state({ seq }));
  await presence.flush();
  expect(presence.queried).toEqual([]);
  for (let seq = 51; seq <= 101; seq += 1) presence.reported(deviceId, state({ seq }));
  await presence.flush();
  expect(presence.queried).toEqual([deviceId]);
});

it.each([
  ['sixteen events between two states are no gap', 1, 16, []],
  ['more are not remembered: the chair is queried', 1, 17, ['queried']],
  ['events of another boot fill no gap', 2, 3, ['queried']],
])('%s', async (_case, bootId, events, expected) => {
  const { deviceId } = await chair();
  const presence = presenceAt({ now: new Date() });
  presence.reported(deviceId, state({ seq: 1 }));
  presence.numbered(deviceId, 'before', 1);
  for (let seq = 2; seq < 2 + events; seq += 1) presence.numbered(deviceId, String(bootId), seq);
  presence.reported(deviceId, state({ seq: 2 + events }));
  await presence.flush();
  expect(presence.queried.map(() => 'queried')).toEqual(expected);
});

it('open screens hear when a chair comes, goes, breaks down or recovers, and nothing else', async () => {
  const { deviceId, row } = await chair();
  const { databaseUrl, pool } = server();
  const listener = await listen(databaseUrl, makeLog('silent'));
  onTestFinished(() => listener.stop());
  const heard: string[] = [];
  listener.on(deviceChanged, (message) => {
    if (message.deviceId === deviceId) heard.push(`outlet ${message.outletId}`);
  });
  const { outlet_id } = (await row()) as unknown as { outlet_id: number };
  const time = { now: new Date() };
  const presence = presenceAt(time);
  const told = async (times: number) => {
    await deviceChanged.publish(pool, [{ deviceId, outletId: 0 }]); // arrives after all before it
    await until(async () => heard.includes('outlet 0'));
    expect(heard).toEqual([...Array.from({ length: times }, () => `outlet ${outlet_id}`), 'outlet 0']);
    heard.length = 0;
  };
  presence.seen(deviceId);
  presence.reported(deviceId, state());
  await presence.flush();
  await told(0);
  presence.reported(deviceId, faulty({ seq: 2 }));
  await presence.flush();
  await told(1);
  const event = { eventId: 'n', type: 'cleared', code: 'E9', bootId: 1, seq: 3, at: new Date().toISOString() } as const;
  await transaction(pool, (db) => recordFault(db, { deviceId, outletId: outlet_id }, event, new Date()));
  await told(1);
  time.now = later(time.now, 1_000);
  presence.reported(deviceId, { state: 'offline' });
  await presence.flush();
  await told(1);
});
