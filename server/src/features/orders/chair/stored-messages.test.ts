import { beforeEach, describe, expect, it } from 'vitest';
import { lockedBy, useRows } from '../../../testing/rows.ts';
import type { Row } from '../../../testing/sample-rows.ts';
import * as sql from './chair.sql.ts';
import { type EventReport, lockGroup, orderOfStart, ordersById, recordAnswers, startCommand } from './chair.sql.ts';
import { chairMoments, storedEvents } from './chair-history.sql.ts';
import { chairUse, coinTerms, linkCoin } from './coins.sql.ts';
import * as letters from './dead-letters.sql.ts';
import { openOrderCounts, orderQueues } from './order-queues.sql.ts';

/** Which order an event, an answer or a coin belongs to: always one of that chair. */

const { pool, insert } = useRows();
beforeEach(() => pool().query('TRUNCATE orders, commands, device_events, dead_letters CASCADE'));

const now = new Date('2026-11-15T12:00:00.000Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

let last = 1000;
function next(): number {
  last += 1;
  return last;
}

async function chair(changed: Row = {}): Promise<string> {
  const n = next();
  await insert('devices', n, changed);
  return `D${n}`;
}

async function order(device_id: string, changed: Row = {}): Promise<number> {
  const id = next();
  await insert('orders', id, { device_id, placed_by: null, request_id: null, ...changed });
  return id;
}

const running = { status: 'running', ended_at: null, ends_at: ago(-300) };

async function command(n: number, device_id: string, order_id: number, changed: Row = {}): Promise<string> {
  await insert('commands', n, { device_id, order_id, created_at: ago(60), expires_at: ago(-60), ...changed });
  return uuid(n);
}

const report = (deviceId: string, orderId: string, eventId: string): EventReport => ({
  deviceId,
  receivedAt: now,
  event: {
    type: 'started',
    orderId,
    eventId,
    bootId: 1,
    seq: 1,
    at: now.toISOString(),
  } as unknown as EventReport['event'],
});
const stored = (deviceId: string, name: string) =>
  sql.storeEvent(pool(), report(deviceId, name, `e${next()}`), { at: now, distrusted: false } as never);

describe('an event', () => {
  it('refers to an order of its own chair, by the number of the order', async () => {
    const [here, there] = [await chair(), await chair()];
    const [mine, theirs] = [await order(here), await order(there)];
    expect(await stored(here, String(mine))).toMatchObject({ id: mine, is_new: true, chair_outlet: 1 });
    expect(await stored(here, String(theirs))).toMatchObject({ id: null, is_new: true });
    expect(await stored(here, '999999')).toMatchObject({ id: null });
    expect(await stored('NOSUCH', String(mine))).toBeUndefined();
  });

  it("refers to the order of a coin by the id of the coin's event, at this chair only", async () => {
    const [here, there] = [await chair(), await chair()];
    const [mine, theirs] = [await order(here), await order(there)];
    const coin = (device_id: string, n: number, order_id: number, type = 'coin') =>
      insert('device_events', n, { device_id, order_id, type });
    await coin(here, 11, mine);
    await coin(there, 11, theirs);
    await coin(here, 12, mine, 'started');
    expect(await stored(here, 'e11')).toMatchObject({ id: mine });
    expect(await stored(there, 'e11')).toMatchObject({ id: theirs });
    expect(await stored(here, 'e12')).toMatchObject({ id: null });
  });

  it('is stored once for its chair and number', async () => {
    const [here, there] = [await chair(), await chair()];
    const one = await order(here);
    const again = report(here, String(one), 'once');
    const store = (each: EventReport) => sql.storeEvent(pool(), each, { at: now, distrusted: false } as never);
    expect((await store(again))?.is_new).toBe(true);
    expect((await store(again))?.is_new).toBe(false);
    expect((await store({ ...again, deviceId: there }))?.is_new).toBe(true);
    const known = await storedEvents(pool(), [here, there, here], ['once', 'other', 'never']);
    expect(known).toEqual([{ device_id: here, event_id: 'once' }]);
  });

  it('of a group is handled outlet by outlet', async () => {
    await insert('outlets', 2);
    const [one, two, three] = [await chair({ outlet_id: 2 }), await chair(), await chair({ outlet_id: 2 })];
    const group = [one, two, three].map((device) => report(device, '1', 'x'));
    const sorted = await lockGroup(pool(), group);
    expect(sorted.map(({ deviceId }) => deviceId)).toEqual([two, one, three]);
  });
});

it('an event locks the order that it names, and an answer its command', async () => {
  const [here, there] = [await chair(), await chair()];
  const [mine, theirs] = [await order(here), await order(there)];
  const id = await command(1, here, mine);
  const locked = (table: string, work: Parameters<typeof lockedBy>[2]) => lockedBy(pool(), [table, 'id'], work);
  expect(await locked('orders', (db) => lockGroup(db, [report(here, String(mine), 'x')]))).toEqual([mine]);
  expect(await locked('orders', (db) => lockGroup(db, [report(here, String(theirs), 'x')]))).toEqual([]);
  expect(
    await locked('orders', (db) =>
      sql.storeEvent(db, report(here, String(mine), 'y'), { at: now, distrusted: false } as never),
    ),
  ).toEqual([mine]);
  const fault = { ...report(here, '', 'z'), event: { type: 'fault' } as unknown as EventReport['event'] };
  expect(await locked('devices', (db) => lockGroup(db, [fault]))).toEqual([here]);
  const ended = { ...fault, event: { type: 'ended', orderId: String(mine) } as unknown as EventReport['event'] };
  for (const each of [report(here, String(mine), 'x'), ended])
    expect(await locked('devices', (db) => lockGroup(db, [each]))).toEqual([]);
  const answer = JSON.stringify([{ command_id: id, device_id: here, acked_at: now, result: 'accepted', reason: null }]);
  expect(await locked('commands', (db) => recordAnswers(db, answer))).toEqual([id]);
});

describe('a command', () => {
  it('to start belongs to its order', async () => {
    const here = await chair();
    const [one, two] = [await order(here), await order(here)];
    await command(1, here, one, { type: 'stop', created_at: ago(90) });
    await command(2, here, one);
    await command(3, here, two);
    expect((await startCommand(pool(), one)).map(({ id }) => id)).toEqual([uuid(2)]);
    expect(await sql.stopsOf.one(pool(), one)).toEqual({ count: 1, newest: ago(90) });
    expect(await sql.stopsOf.one(pool(), two)).toEqual({ count: 0, newest: null });
    expect((await ordersById(pool(), [two])).map(({ id }) => id)).toEqual([two]);
  });

  it('is answered by its chair; the time of the first answer and the last result are kept', async () => {
    const [here, there] = [await chair(), await chair()];
    const id = await command(1, here, await order(here));
    const other = await command(2, here, await order(here));
    const answer = (device_id: string, at: Date, result: string) =>
      recordAnswers(pool(), JSON.stringify([{ command_id: id, device_id, acked_at: at, result, reason: 'why' }]));
    const row = async (of: string) =>
      (await pool().query('SELECT acked_at, result, reason FROM commands WHERE id = $1', [of])).rows[0];
    await answer(there, ago(30), 'rejected');
    expect(await row(id)).toEqual({ acked_at: null, result: null, reason: null });
    await answer(here, ago(20), 'rejected');
    await answer(here, ago(10), 'accepted');
    expect(await row(id)).toEqual({ acked_at: ago(20), result: 'accepted', reason: 'why' });
    expect(await row(other)).toMatchObject({ result: null });
  });

  it('answered by a chair counts as a start only if it is that chair’s start', async () => {
    const [here, there] = [await chair(), await chair()];
    const one = await order(here);
    const [start, stop] = [await command(1, here, one), await command(2, here, one, { type: 'stop' })];
    expect(await orderOfStart.maybe(pool(), start, here)).toEqual({ order_id: one });
    expect(await orderOfStart.maybe(pool(), start, there)).toBeUndefined();
    expect(await orderOfStart.maybe(pool(), stop, here)).toBeUndefined();
    expect(await orderOfStart.maybe(pool(), uuid(999), here)).toBeUndefined();
  });
});

describe('a stop is repeated', () => {
  const repeated = async () => (await sql.unansweredStops(pool(), now, ago(12 * 3600))).map(({ id }) => id);
  const online = { online: true, offline_since: null };

  async function stop(device: Row = online, ofOrder: Row = running, changed: Row = {}): Promise<string> {
    const here = await chair(device);
    return command(next(), here, await order(here, ofOrder), { type: 'stop', ...changed });
  }

  it('while it is unanswered and the paid time is not over', async () => {
    const id = await stop();
    expect(await repeated()).toEqual([id]);
  });

  it('for an unreported start, for as long as it would last', async () => {
    const unstarted = { status: 'failed', started_at: null, ends_at: null, ended_at: ago(50), minutes: 1 };
    await stop(online, unstarted, { created_at: ago(60) });
    const id = await stop(online, unstarted, { created_at: ago(59) });
    expect(await repeated()).toEqual([id]);
  });

  it.each<[string, Row, Row, Row]>([
    ['was answered', online, running, { result: 'accepted' }],
    ['is a start', online, running, { type: 'start' }],
    ['is half a day old', online, { ...running, ends_at: ago(-90_000) }, { created_at: ago(12 * 3600) }],
    ['is for a chair that is offline', {}, running, {}],
    ['is past the end of the order', online, { ...running, ends_at: now }, {}],
    ['was confirmed by the chair', online, { status: 'finished', ends_at: ago(-300), stop: 'confirmed' }, {}],
  ])('unless it %s', async (_case, device, ofOrder, changed) => {
    await stop(device, ofOrder, changed);
    expect(await repeated()).toEqual([]);
  });

  it('only the last one of an order', async () => {
    const here = await chair(online);
    const one = await order(here, running);
    await command(1, here, one, { type: 'stop', created_at: ago(50) });
    const newest = await command(2, here, one, { type: 'stop', created_at: ago(40) });
    await command(3, here, one, { created_at: ago(30) }); // a start is no stop
    expect(await repeated()).toEqual([newest]);
  });

  it('of the last twelve hours', async () => {
    const id = await stop(online, { ...running, ends_at: ago(-90_000) }, { created_at: ago(12 * 3600 - 1) });
    expect(await repeated()).toEqual([id]);
  });
});

describe('a coin', () => {
  const use = (device: string) => chairUse.one(pool(), device, ago(600), ago(300));

  it.each<[string, Row, { held: boolean; overlapping: boolean }]>([
    ['is held and used by an order that runs', { ...running, started_at: ago(400) }, { held: true, overlapping: true }],
    [
      'is held by an order that began when the time was over',
      { ...running, started_at: ago(300) },
      { held: true, overlapping: false },
    ],
    [
      'was used by an order that ended in it',
      { started_at: ago(900), ends_at: ago(0), ended_at: ago(599) },
      { held: false, overlapping: true },
    ],
    [
      'was free again at its beginning',
      { started_at: ago(900), ends_at: ago(0), ended_at: ago(600) },
      { held: false, overlapping: false },
    ],
    [
      'was used by an order that was given back',
      { status: 'refunded', started_at: ago(500), ends_at: ago(200), ended_at: ago(200) },
      { held: false, overlapping: true },
    ],
    [
      'is held by a start from before its end',
      { status: 'starting', started_at: null, ends_at: null, ended_at: null, created_at: ago(301) },
      { held: true, overlapping: true },
    ],
    [
      'is held by a start from after it',
      { status: 'starting', started_at: null, ends_at: null, ended_at: null, created_at: ago(300) },
      { held: true, overlapping: false },
    ],
    [
      'is awaited by an unpaid order',
      { status: 'pending', started_at: null, ends_at: null, ended_at: null, created_at: ago(500) },
      { held: false, overlapping: false },
    ],
    [
      'was not started',
      { status: 'failed', started_at: null, ends_at: null, ended_at: ago(400), created_at: ago(500) },
      { held: false, overlapping: false },
    ],
  ])('is inserted into a chair that %s', async (_case, changed, expected) => {
    const [here, there] = [await chair(), await chair()];
    await order(here, changed);
    expect(await use(here)).toEqual(expected);
    expect(await use(there)).toEqual({ held: false, overlapping: false });
  });

  it('is compared with the dearest price of the chair’s own list', async () => {
    for (const id of [51, 52]) await insert('price_groups', id);
    await insert('prices', next(), { price_group_id: 51, amount: 900 });
    await insert('prices', next(), { price_group_id: 51, amount: 700 });
    await insert('prices', next(), { price_group_id: 51, amount: 5000, retired_at: now });
    await insert('prices', next(), { price_group_id: 52, amount: 8000 });
    const [own, other] = [await chair({ price_group_id: 51 }), await chair({ price_group_id: 52 })];
    expect(await coinTerms.one(pool(), own)).toEqual({ currency: 'CNY', dearest: 900 });
    expect(await coinTerms.one(pool(), other)).toEqual({ currency: 'CNY', dearest: 8000 });
  });

  it('belongs to the order that it made, and no other event does', async () => {
    const [here, there] = [await chair(), await chair()];
    const made = await order(here);
    for (const [device_id, n] of [
      [here, 1],
      [here, 2],
      [there, 1],
    ] as const)
      await insert('device_events', n, { device_id, order_id: null });
    await linkCoin(pool(), here, 'e1', made, 'amount');
    const rows = await pool().query('SELECT device_id, event_id FROM device_events WHERE order_id = $1', [made]);
    expect(rows.rows).toEqual([{ device_id: here, event_id: 'e1' }]);
  });
});

it('failed messages are listed until they are resolved, oldest first', async () => {
  await letters.insertLetter(pool(), 'D1', 'evt', '{}', 'why', ago(20), ago(10));
  await letters.insertLetter(pool(), 'D1', 'evt', '{}', 'why', ago(30), ago(5));
  const [one, two] = (await letters.unresolvedLetters(pool())).map(({ id }) => id) as [number, number];
  expect(one).toBeLessThan(two);
  await letters.resolveLetter(pool(), one, now);
  expect((await letters.unresolvedLetters(pool())).map(({ id }) => id)).toEqual([two]);
  expect(await letters.letterById.maybe(pool(), one)).toBeUndefined();
  expect((await letters.letterById.maybe(pool(), two))?.id).toBe(two);
});

it('open orders are counted by status, with the oldest order, open commands and marked coins of a month', async () => {
  const unpaid = { status: 'pending', started_at: null, ends_at: null, ended_at: null };
  const here = await chair();
  const present = Date.now();
  const before = (days: number) => new Date(present - days * 24 * 3600_000);
  await order(here, { ...unpaid, created_at: ago(50) });
  const oldest = await order(here, { ...unpaid, created_at: ago(70) });
  await order(await chair(), { ...running, created_at: ago(60) });
  const over = await order(here, { created_at: ago(90) });
  await command(1, here, over, { expires_at: before(-1) });
  await command(2, here, oldest, { expires_at: before(1) });
  await command(3, here, oldest, { type: 'stop', expires_at: before(-1), acked_at: ago(1) });
  const [there, everywhere] = [await chair(), await chair()];
  const marked = (n: number, device_id: string, days: number, suspicion: string | null = 'amount') =>
    insert('device_events', n, { device_id, order_id: null, suspicion, received_at: before(days) });
  await marked(1, everywhere, 2);
  await marked(2, there, 1);
  await marked(3, everywhere, 31);
  await marked(4, everywhere, 0, null);
  await insert('dead_letters', 1);
  await insert('dead_letters', 2, { resolved_at: now });
  expect(await orderQueues.one(pool())).toEqual({
    pending: 2,
    starting: 0,
    running: 1,
    dead_letters: 1,
    unacked_commands: 1,
    marked_coins: 2,
    marked_device_id: there,
    oldest_order_id: oldest,
    oldest_created_at: ago(70),
    oldest_status: 'pending',
  });
  const counts = await openOrderCounts(pool());
  expect(counts.toSorted((a, b) => a.status.localeCompare(b.status))).toEqual([
    { status: 'pending', orders: 2 },
    { status: 'running', orders: 1 },
  ]);
});

it('an event is stored as received, with its known times', async () => {
  const [here, there] = [await chair(), await chair()];
  const mine = await order(here);
  const event = {
    type: 'started',
    orderId: String(mine),
    eventId: 'one',
    bootId: 7,
    seq: 9,
    at: ago(60).toISOString(),
  };
  const store = (deviceId: string, more: object, distrusted: boolean) =>
    sql.storeEvent(
      pool(),
      { deviceId, receivedAt: now, event: { ...event, ...more } as unknown as EventReport['event'] },
      { at: ago(50), distrusted },
    );
  await store(here, {}, false);
  await store(there, { offline: true }, true);
  const { rows } = await pool().query<Row>('SELECT * FROM device_events ORDER BY offline');
  expect(rows).toMatchObject([
    {
      device_id: here,
      event_id: 'one',
      type: 'started',
      boot_id: '7',
      at: ago(50),
      received_at: now,
      order_id: mine,
      offline: false,
      clock_distrusted: false,
      payload: event,
    },
    { device_id: there, order_id: null, offline: true, clock_distrusted: true },
  ]);
});

describe('the history of a chair', () => {
  it('is shown newest first: its orders, events and failed messages, and no other’s', async () => {
    const [here, there] = [await chair(), await chair()];
    for (const device_id of [here, there]) {
      const at = (seconds: number) => ({ created_at: ago(seconds), started_at: ago(seconds), ends_at: now });
      const made = await order(device_id, { ...at(50), end_reason: 'time' });
      await order(device_id, at(90));
      const event = (seconds: number, changed: Row = {}) =>
        insert('device_events', next(), { device_id, order_id: made, at: ago(seconds), type: 'started', ...changed });
      await event(40);
      await event(80, { offline: true, payload: { code: 'E1', totalCoins: 7 } });
      await insert('dead_letters', next(), { device_id, failed_at: ago(30) });
      await insert('dead_letters', next(), { device_id, failed_at: ago(30) });
    }
    const moments = async (most: number) =>
      (await chairMoments(pool(), here, most)).map(({ at, what }) => [(now.getTime() - at.getTime()) / 1000, what]);
    expect(await moments(10)).toEqual([
      [30, 'message failed'],
      [30, 'message failed'],
      [40, 'chair says started'],
      [50, 'order finished'],
      [80, 'chair says started'],
      [90, 'order finished'],
    ]);
    expect(await moments(1)).toEqual([[30, 'message failed']]);
    expect(await moments(4)).toHaveLength(4);
    const details = (await chairMoments(pool(), here, 10)).map((moment) => moment.details);
    expect(details[2]).not.toHaveProperty('offline');
    expect(details[4]).toMatchObject({ offline: true, code: 'E1', totalCoins: 7 });
  });

  it('is shown with the newest of each kind; at the same time, the last comes first', async () => {
    const here = await chair();
    const at = { created_at: ago(50), started_at: ago(50), ends_at: now };
    await order(here, { ...at, created_at: ago(60), started_at: ago(60) });
    const newest = await order(here, at);
    for (const seconds of [70, 50]) {
      const n = next();
      await insert('device_events', n, { device_id: here, order_id: null, at: ago(seconds) });
    }
    for (const n of [next(), next()]) await insert('dead_letters', n, { device_id: here, failed_at: ago(50) });
    const moments = await chairMoments(pool(), here, 1);
    expect(moments.map(({ what }) => what)).toEqual(['message failed']);
    await pool().query('TRUNCATE dead_letters');
    expect((await chairMoments(pool(), here, 1)).map(({ what }) => what)).toEqual(['chair says coin']);
    await pool().query('TRUNCATE device_events');
    expect((await chairMoments(pool(), here, 1)).map(({ details }) => details)).toMatchObject([{ orderId: newest }]);
  });
});
