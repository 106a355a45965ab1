import { beforeEach, describe, expect, it } from 'vitest';
import { lockedBy, useRows } from '../../testing/rows.ts';
import type { Row } from '../../testing/sample-rows.ts';
import * as credentials from './credentials.sql.ts';
import * as admin from './devices.admin.sql.ts';
import * as sql from './devices.sql.ts';
import * as meter from './faults-and-meter.sql.ts';
import * as presence from './presence/presence.sql.ts';

/** Which chairs a list, a count or a change covers: those in service at the requested outlets. */

const { pool, insert } = useRows();
beforeEach(() => pool().query(`DELETE FROM orders WHERE id > 1; DELETE FROM devices WHERE id <> 'D1'`));

const now = new Date('2026-11-15T12:00:00.000Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const day = 24 * 3600;

let last = 1000;
function next(): number {
  last += 1;
  return last;
}

const online = { online: true, offline_since: null };
async function outlet(changed: Row = {}): Promise<number> {
  const id = next();
  await insert('outlets', id, changed);
  return id;
}
async function chair(outlet_id: number, changed: Row = {}): Promise<string> {
  const n = next();
  await insert('devices', n, { outlet_id, price_group_id: null, ...online, ...changed });
  return `D${n}`;
}
const offline = (since: Date) => ({ online: false, offline_since: since });
async function order(device_id: string, outlet_id: number, changed: Row = {}): Promise<number> {
  const id = next();
  await insert('orders', id, { device_id, outlet_id, placed_by: null, request_id: null, ...changed });
  return id;
}
const running = { status: 'running', started_at: ago(60), ends_at: ago(-600), ended_at: null };
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** An outlet with a chair of each kind, and another outlet with the same. */
async function scene() {
  const of = async (id: number) => {
    const made = {
      id,
      idle: await chair(id),
      used: await chair(id),
      faulty: await chair(id, { fault_code: 'E1' }),
      away: await chair(id, offline(ago(600))),
      late: await chair(id, offline(ago(10))),
    };
    await chair(id, { retired_at: now, ...offline(ago(900)) });
    const held = await order(made.used, id, running);
    return { ...made, held };
  };
  return { one: await of(await outlet({ name: 'Plaza' })), other: await of(await outlet({ name: 'Station' })) };
}
const limit = ago(300);
const page = (outletIds: number[], filters: sql.DeviceFilters = {}, more: Partial<sql.PageOf> = {}): sql.PageOf => ({
  outletIds,
  offlineBefore: limit,
  after: { outletId: 0, deviceId: '' },
  limit: 100,
  filters,
  ...more,
});

describe('the list of chairs', () => {
  it.each<[string, sql.DeviceFilters, string[]]>([
    ['all', {}, ['idle', 'used', 'faulty', 'away', 'late']],
    ['those online', { online: true }, ['idle', 'used', 'faulty']],
    ['those offline', { online: false }, ['away', 'late']],
    ['those in use', { inUse: true }, ['used']],
    ['those not in use', { inUse: false }, ['idle', 'faulty', 'away', 'late']],
    ['those that are abnormal', { abnormal: true }, ['faulty', 'away']],
    ['those that are not', { abnormal: false }, ['idle', 'used', 'late']],
    ['those offline and abnormal', { online: false, abnormal: true }, ['away']],
    ['those online and not in use', { online: true, inUse: false }, ['idle', 'faulty']],
  ])('has %s, of the requested outlets', async (_case, filters, expected) => {
    const { one } = await scene();
    const wanted = expected.map((name) => one[name as 'idle']);
    expect(ids(await sql.listDevices(pool(), page([one.id], filters)))).toEqual(wanted);
    const many = [one.id, ...Array.from({ length: 20 }, (_, n) => 900_000 + n)];
    expect(ids(await sql.listDevices(pool(), page(many, filters)))).toEqual(wanted);
  });

  it('continues after a given chair, a page at a time, by outlet and number', async () => {
    const { one, other } = await scene();
    const both = [other.id, one.id];
    const whole = ids(await sql.listDevices(pool(), page(both)));
    expect(whole).toEqual(
      [one, other].flatMap(({ idle, used, faulty, away, late }) => [idle, used, faulty, away, late]),
    );
    const after = { outletId: one.id, deviceId: one.away };
    expect(ids(await sql.listDevices(pool(), page(both, {}, { after, limit: 2 })))).toEqual([one.late, other.idle]);
  });

  it('shows the order that holds each', async () => {
    const { one } = await scene();
    const rows = await sql.listDevices(pool(), page([one.id]));
    expect(rows.find(({ id }) => id === one.used)).toMatchObject({ order_id: one.held, outlet_name: 'Plaza' });
    expect(rows.find(({ id }) => id === one.idle)).toMatchObject({ order_id: null });
    expect(ids(await sql.devicesById(pool(), [one.idle]))).toEqual([one.idle]);
  });

  it('counts every state at the requested outlets', async () => {
    const { one, other } = await scene();
    const counts = { all: 5, offline: 2, abnormal: 2, in_use: 1 };
    expect(await sql.countDevices.one(pool(), [one.id], limit)).toEqual(counts);
    expect(await sql.countDevices.one(pool(), [one.id, other.id], limit)).toEqual({
      all: 10,
      offline: 4,
      abnormal: 4,
      in_use: 2,
    });
    expect(await sql.countDevices.one(pool(), [], limit)).toEqual({ all: 0, offline: 0, abnormal: 0, in_use: 0 });
  });
});

describe('a keyword', () => {
  it('finds outlets by name or by a chair number, among the requested ones', async () => {
    const { one, other } = await scene();
    const places = async (asked: number[], text: string) =>
      (await sql.findPlaces(pool(), asked, text)).map(({ id, named, numbers }) => [id, named, numbers === '']);
    const both = [one.id, other.id];
    expect(await places(both, 'PLAZ')).toEqual([[one.id, true, true]]);
    expect(await places(both, one.idle)).toEqual([[one.id, false, false]]);
    expect(await places([other.id], one.idle)).toEqual([]);
    expect(await places(both, 'nowhere')).toEqual([]);
  });

  it('finds the chairs of those outlets and the chairs with that number, in both queries', async () => {
    const { one, other } = await scene();
    const both = page([one.id, other.id], { online: false });
    for (const common of [true, false]) {
      const found = async (search: Partial<sql.Search>) =>
        ids(await sql.listFound(pool(), both, { folded: 'none', named: [], common, ...search }));
      expect(await found({ named: [other.id] })).toEqual([other.away, other.late]);
      expect(await found({ folded: one.late.toLowerCase() })).toEqual([one.late]);
      expect(await found({})).toEqual([]);
    }
    const count = (named: number[], folded: string) =>
      sql.countFound.one(pool(), [one.id, other.id], limit, named, folded);
    expect(await count([other.id], 'none')).toEqual({ offline: 2, abnormal: 2, in_use: 1 });
    expect(await count([], one.away.toLowerCase())).toEqual({ offline: 1, abnormal: 1, in_use: 0 });
    expect(await count([], one.used.toLowerCase())).toEqual({ offline: 0, abnormal: 0, in_use: 1 });
  });
});

describe('an outage', () => {
  const found = async (device: string, outlets: number[]) =>
    (await sql.findOutages(pool(), [device], outlets, now)).map(({ since, usual }) => ({ since, usual }));
  const finished = (seconds: number, changed: Row = {}) => ({
    created_at: ago(seconds),
    started_at: ago(seconds),
    ends_at: ago(seconds - 60),
    ended_at: ago(seconds - 60),
    amount: 2800,
    ...changed,
  });
  const registered_at = ago(100 * day);

  it("costs the chair's usual income in that time: the net of four weeks, in its own currency", async () => {
    const id = await outlet();
    const since = ago(day);
    const broken = await chair(id, { registered_at, fault_code: 'E1' });
    await pool().query('UPDATE devices SET fault_since = $2 WHERE id = $1', [broken, since]);
    const counted = [finished(29 * day), finished(2 * day, { refunded_amount: 800 })];
    for (const each of counted) await order(broken, id, each);
    await order(broken, id, finished(29 * day + 1)); // before the four weeks
    await order(broken, id, finished(day)); // after it broke
    await order(broken, id, finished(3 * day, { currency: 'RM' }));
    await order(broken, id, { ...finished(3 * day), status: 'failed', started_at: null, ends_at: null });
    await order(await chair(id), id, finished(3 * day));
    expect(await found(broken, [id])).toEqual([{ since, usual: Math.round((2800 + 2000) / 28) }]);
  });

  it('starts at the earlier of fault and silence; a new chair counts from its registration', async () => {
    const id = await outlet();
    const young = await chair(id, {
      registered_at: ago(3 * day),
      fault_code: 'E1',
      fault_since: ago(100),
      ...offline(ago(day)),
    });
    await order(young, id, finished(2 * day));
    expect(await found(young, [id])).toEqual([{ since: ago(day), usual: 1400 }]);
  });

  it('is shown only for chairs in service at these outlets', async () => {
    const id = await outlet();
    const broken = { registered_at, fault_code: 'E1', fault_since: ago(day) };
    const [here, retired, well] = [
      await chair(id, broken),
      await chair(id, { ...broken, retired_at: now, ...offline(ago(day)) }),
      await chair(id, { registered_at }),
    ];
    expect(await found(here, [1])).toEqual([]);
    expect(await found(retired, [id])).toEqual([]);
    expect(await found(well, [id])).toEqual([]);
    expect(await found(here, [id])).toHaveLength(1);
  });
});

it('chairs are counted by state: of open outlets, in service', async () => {
  const { one } = await scene();
  await pool().query('UPDATE outlets SET closed_at = now() WHERE id <> $1', [one.id]);
  expect(await sql.countAbnormal.one(pool(), [one.id], limit)).toEqual({ abnormal: 2 });
  const counts = await sql.chairCounts(pool());
  expect(Object.fromEntries(counts.map(({ state, chairs }) => [state, chairs]))).toEqual({
    online: 2,
    offline: 2,
    fault: 1,
  });
  await pool().query('UPDATE outlets SET closed_at = now() WHERE id = $1', [one.id]);
  expect(await sql.countAbnormal.one(pool(), [one.id], limit)).toEqual({ abnormal: 0 });
  expect(await sql.chairCounts(pool())).toEqual([]);
  await pool().query('UPDATE outlets SET closed_at = NULL');
  // Two outlets, and the chair of the samples, which is offline.
  expect(await sql.chairTotals.one(pool())).toEqual({ online: 6, offline: 5, faulty: 2 });
});

it('a chair in service has an outlet, a secret and a reserved number; a retired one has none', async () => {
  const id = await outlet();
  const [here, gone] = [await chair(id), await chair(id, { retired_at: now, ...offline(now) })];
  const lookUp = async (device: string) => [
    (await sql.outletOfChair.maybe(pool(), device))?.outlet_id,
    ids(await credentials.storedSecrets(pool(), [device])).length,
    ids(await admin.existing(pool(), [device])).length,
    ids(await credentials.brokerEntries(pool(), null, device)).length,
  ];
  expect(await lookUp(here)).toEqual([id, 1, 1, 1]);
  expect(await lookUp(gone)).toEqual([undefined, 0, 0, 0]);
  expect(ids(await credentials.brokerEntries(pool(), id, null))).toEqual([here]);
  expect(ids(await credentials.brokerEntries(pool(), null, null))).toEqual(['D1', here]);
  expect(await sql.findLabel.maybe(pool(), here.toLowerCase())).toMatchObject({ id: here, name: 'chair' });
  expect(await sql.findLabel.maybe(pool(), 'NOSUCH')).toBeUndefined();
  expect(ids(await admin.selectMany(pool(), id, false))).toEqual([here]);
  expect(ids(await admin.selectMany(pool(), id, true))).toEqual([here, gone]);
  expect((await admin.selectOne.maybe(pool(), gone))?.id).toBe(gone);
});

it('a number is registered once, and again after its chair was retired, as a new chair', async () => {
  const id = await outlet();
  const register = (device: string) => admin.insert.maybe(pool(), device, 'new', id, 'hash', 'broker', now);
  expect(await register('NEW1')).toEqual({ id: 'NEW1' });
  expect(await register('NEW1')).toBeUndefined();
  const old = await chair(1, { retired_at: ago(9), total_coins: 7, fault_code: 'E1', ...offline(ago(9)) });
  expect(await register(old)).toEqual({ id: old });
  expect(await admin.selectOne.maybe(pool(), old)).toMatchObject({
    outlet_id: id,
    name: 'new',
    retired_at: null,
    fault_code: null,
    total_coins: 0,
    offline_since: now,
  });
});

it('a change of one chair leaves the others as they are', async () => {
  const id = await outlet();
  const [one, other] = [await chair(1, { price_group_id: 1 }), await chair(1, { price_group_id: 1 })];
  await admin.setName(pool(), one, 'renamed');
  await admin.setOutlet(pool(), one, id);
  expect(await admin.selectOne.maybe(pool(), one)).toMatchObject({
    name: 'renamed',
    outlet_id: id,
    price_group: null,
  });
  await admin.setPriceGroup(pool(), one, 1);
  await credentials.setSecret(pool(), one, 'other secret', 'broker');
  await admin.beginLife(pool(), one, now, 42);
  await admin.retire(pool(), one, now);
  expect(await admin.selectOne.maybe(pool(), one)).toMatchObject({
    price_group: 'group 1',
    total_coins: 42,
    retired_at: now,
    online: false,
  });
  await admin.restore(pool(), one);
  expect(await admin.selectOne.maybe(pool(), one)).toMatchObject({ retired_at: null });
  expect(await admin.selectOne.maybe(pool(), other)).toMatchObject({
    name: 'chair',
    outlet_id: 1,
    price_group: 'group 1',
    total_coins: 0,
    retired_at: null,
    online: true,
  });
  expect(await credentials.storedSecrets(pool(), [one, other])).toEqual(
    expect.arrayContaining([
      { id: one, secret_hash: 'other secret', lacks_broker_hash: false },
      { id: other, secret_hash: 'hash', lacks_broker_hash: true },
    ]),
  );
});

it('the broker’s hash is added to its secret, once', async () => {
  const [one, other] = [await chair(1), await chair(1)];
  const hashOf = async (device: string) =>
    (await credentials.brokerEntries(pool(), null, device)).map(({ broker_hash }) => broker_hash);
  await credentials.keepBrokerHash(pool(), one, 'an older secret', 'first');
  expect(await hashOf(one)).toEqual([null]);
  await credentials.keepBrokerHash(pool(), one, 'hash', 'first');
  await credentials.keepBrokerHash(pool(), one, 'hash', 'second');
  expect([await hashOf(one), await hashOf(other)]).toEqual([['first'], [null]]);
});

it.each([
  ['pending', true],
  ['running', true],
  ['finished', false],
])('a chair with an order that is %s is busy: %o', async (status, busy) => {
  const [one, other] = [await chair(1), await chair(1)];
  const open = { started_at: null, ends_at: null, ended_at: null };
  const id = await order(one, 1, status === 'pending' ? { status, ...open } : status === 'running' ? running : {});
  expect(await admin.openOrder.maybe(pool(), one)).toEqual(busy ? { id } : undefined);
  expect(await admin.openOrder.maybe(pool(), other)).toBeUndefined();
});

describe('a chair that is silent', () => {
  it('goes offline; one that sent a message, is offline already or is retired stays unchanged', async () => {
    const [silent, heard, never] = [
      await chair(1, { last_seen_at: ago(61) }),
      await chair(1, { last_seen_at: ago(60) }),
      await chair(1, { last_seen_at: null, registered_at: ago(61) }),
    ];
    const away = await chair(1, { last_seen_at: ago(99), ...offline(ago(90)) });
    await chair(1, { last_seen_at: ago(99), retired_at: now });
    await chair(1, { last_seen_at: null, registered_at: ago(60) });
    expect(ids(await presence.markSilent(pool(), ago(60), now)).toSorted()).toEqual([silent, never].toSorted());
    const row = async (device: string) => (await presence.lockDevices(pool(), [device]))[0];
    expect(await row(silent)).toMatchObject({ online: false, online_at: now, offline_since: now });
    expect(await row(heard)).toMatchObject({ online: true });
    expect(await row(away)).toMatchObject({ offline_since: ago(90) });
  });

  it('is locked together with others in the order of their numbers', async () => {
    const [one, two] = [await chair(1), await chair(1)];
    expect(ids(await presence.lockDevices(pool(), [two, one]))).toEqual([one, two]);
    expect(ids((await meter.lockChairs(pool(), [two, one])) as unknown as { id: string }[])).toEqual([one, two]);
    const locked = (work: Parameters<typeof lockedBy>[2]) => lockedBy(pool(), ['devices', 'id'], work);
    expect(await locked((db) => presence.lockDevices(db, [two]))).toEqual([two]);
    expect(await locked((db) => meter.lockChairs(db, [two]))).toEqual([two]);
    expect(await locked((db) => meter.lockFault(db, two))).toEqual([two]);
    expect(await locked((db) => admin.lock(db, two))).toEqual([two]);
  });

  it('is saved completely, and no other is touched', async () => {
    const [one, other] = [await chair(1), await chair(1)];
    const row = async (device: string) => (await presence.lockDevices(pool(), [device]))[0];
    const before = await row(other);
    const saved = {
      id: one,
      online: false,
      online_at: ago(9),
      offline_since: ago(8),
      last_seen_at: ago(7),
      fault_code: 'E5',
      fault_boot_id: '4',
      fault_seq: 3,
      firmware: '2.0',
      boot_id: '5',
      seq: 6,
      boot_bar: 7,
    };
    await presence.saveDevices(pool(), [saved]);
    expect(await row(one)).toEqual({ ...saved, outlet_id: 1, replaced_at: null });
    expect(await row(other)).toEqual(before);
  });
});

describe('the coin meter', () => {
  const total = async (device: string) =>
    (
      await pool().query('SELECT total_coins AS meter, coin_difference AS difference FROM devices WHERE id = $1', [
        device,
      ])
    ).rows[0];

  it('only grows, and differs from our own count by the unreported coins', async () => {
    const [one, other] = [await chair(1), await chair(1)];
    await meter.countCoins(pool(), one, 2, 5, now);
    expect(await total(one)).toEqual({ meter: 5, difference: 3 });
    await meter.countCoins(pool(), one, 1, 4, now);
    expect(await total(one)).toEqual({ meter: 5, difference: 2 });
    expect(await total(other)).toEqual({ meter: 0, difference: 0 });
  });

  it('of a board that was replaced is ignored', async () => {
    const one = await chair(1, { replaced_at: now });
    await meter.countCoins(pool(), one, 1, 9, ago(1));
    expect(await total(one)).toEqual({ meter: 0, difference: 0 });
    await meter.countCoins(pool(), one, 1, 9, now);
    expect(await total(one)).toEqual({ meter: 9, difference: 8 });
  });

  it('and the fault change for one chair only', async () => {
    const [one, other] = [await chair(1), await chair(1)];
    await meter.saveFault(pool(), one, 'E7', '3', 4);
    expect(await meter.lockFault.maybe(pool(), one)).toMatchObject({ fault_code: 'E7', fault_boot_id: '3' });
    expect(await meter.lockFault.maybe(pool(), other)).toMatchObject({ fault_code: null });
  });
});
