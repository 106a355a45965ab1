import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Admin } from '../../platform/admin.ts';
import { systemClock } from '../../platform/clock.ts';
import { makePool, type Pool } from '../../platform/db.ts';
import { makeLog } from '../../platform/log.ts';
import { type Listener, listen } from '../../platform/notify.ts';
import { until } from '../../testing/chairs.ts';
import { createDatabase } from '../../testing/database.ts';
import { makeWorld, type Outlet, type World } from '../../testing/world.ts';
import { listEntries } from '../audit/index.ts';
import {
  addDevice,
  type BrokerEntry,
  deviceChanged,
  findDevice,
  findImportProblems,
  type ImportRow,
  importDevices,
  listDevices,
  moveDevices,
  renameDevice,
  replaceDevice,
  restoreDevice,
  retireDevices,
  rotateSecret,
  setDevicePriceGroup,
} from './index.ts';

let database: { url: string; drop(): Promise<void> };
let pool: Pool;
let listener: Listener;
let world: World;
let outlet: Outlet;
let admin: Admin;
/** The notifications for open screens: a chair and an outlet. */
const heard: string[] = [];
beforeAll(async () => {
  database = await createDatabase(inject('postgresUrl'));
  pool = makePool(database.url, { max: 4 });
  world = makeWorld(pool);
  outlet = await world.outlet();
  admin = { pool, clock: systemClock, actor: 'mei' };
  listener = await listen(database.url, makeLog('silent'));
  listener.on(deviceChanged, ({ deviceId, outletId }) => heard.push(`${deviceId} ${outletId}`));
});
afterAll(async () => {
  await listener.stop();
  await pool.end();
  await database.drop();
});

const ids = async () => (await listDevices(pool, outlet.id, true)).map(({ deviceId }) => deviceId);
const entriesOf = (deviceId: string) => listEntries(pool, { target: `device ${deviceId}`, limit: 10 });
const failing = () => Promise.reject(new Error('disk full'));
const nowhere = async () => {};

describe('a chair whose secret could not be handed over', () => {
  it('is not registered, and the audit log has no entry', async () => {
    const device = { deviceId: 'F1', name: 'F1', outletId: outlet.id };
    await expect(addDevice(admin, device, failing)).rejects.toThrow('disk full');
    await expect(importDevices(admin, [{ deviceId: 'F1', outletId: outlet.id }], failing)).rejects.toThrow('disk full');
    expect(await ids()).not.toContain('F1');
    expect(await entriesOf('F1')).toEqual([]);
  });

  it('keeps the old secret', async () => {
    const { deviceId } = await world.device(outlet);
    const hash = async () => (await pool.query('SELECT secret_hash FROM devices WHERE id = $1', [deviceId])).rows;
    const before = await hash();
    await expect(rotateSecret(admin, deviceId, failing)).rejects.toThrow('disk full');
    expect(await hash()).toEqual(before);
  });
});

describe('a chair', () => {
  it('is registered once, even by simultaneous requests', async () => {
    const device = { deviceId: 'R1', name: 'R1', outletId: outlet.id };
    const attempts = await Promise.allSettled([1, 2, 3].map(() => addDevice(admin, device, nowhere)));
    const reasons = attempts.flatMap((each) => (each.status === 'rejected' ? [(each.reason as Error).message] : []));
    expect(reasons).toEqual(['deviceExists', 'deviceExists']);
    expect(await entriesOf('R1')).toHaveLength(1);
  });

  it('audits actor, old and new settings when it is changed', async () => {
    const { deviceId } = await world.device(outlet, { name: 'Old' });
    await renameDevice(admin, deviceId, 'New');
    expect(await entriesOf(deviceId)).toMatchObject([
      { actor: 'mei', action: 'device rename', before: { name: 'Old' }, after: { name: 'New' } },
    ]);
  });
});

const groupNameOf = async ({ priceGroupId }: Outlet) =>
  (await pool.query<{ name: string }>('SELECT name FROM price_groups WHERE id = $1', [priceGroupId])).rows[0]?.name ??
  '';
/** Waits for the notifications of all that was committed before. */
async function heardOf(deviceId: string): Promise<string[]> {
  await deviceChanged.publish(pool, [{ deviceId, outletId: 0 }]);
  await until(async () => heard.includes(`${deviceId} 0`));
  const about = heard.filter((line) => line.startsWith(`${deviceId} `));
  heard.length = 0;
  return about.slice(0, -1);
}
const actions = async (deviceId: string) => (await entriesOf(deviceId)).map(({ action }) => action);

describe('chairs of a file', () => {
  it('are registered with their price groups, under their numbers where they have no name', async () => {
    const given: string[] = [];
    const priceGroup = await groupNameOf(outlet);
    const rows = [
      { deviceId: 'I1', outletId: outlet.id, name: 'Left', priceGroup },
      { deviceId: 'I2', outletId: outlet.id },
    ];
    const credentials = await importDevices(
      admin,
      rows,
      async (all) => void given.push(...all.map((each) => each.secret)),
    );
    expect(credentials.map(({ deviceId, secret }) => [deviceId, secret])).toEqual([
      ['I1', given[0]],
      ['I2', given[1]],
    ]);
    expect(await findDevice(pool, 'I1')).toMatchObject({ name: 'Left', priceGroup, outletId: outlet.outletId });
    expect(await findDevice(pool, 'I2')).toMatchObject({ name: 'I2', priceGroup: null });
    expect(await entriesOf('I1')).toMatchObject([
      { actor: 'mei', action: 'device import', before: null, after: { deviceId: 'I1', priceGroup } },
    ]);
    expect(await heardOf('I1')).toEqual([`I1 ${outlet.id}`]);
    await expect(importDevices(admin, rows, nowhere)).rejects.toMatchObject({ problem: 'importRefused' });
  });

  it('are checked, each row, before any is registered', async () => {
    const ringgit = await world.outlet({ currency: 'RM' });
    const { deviceId: taken } = await world.device(outlet);
    const { deviceId: retired } = await world.device(outlet);
    await retireDevices(admin, [retired], nowhere);
    const priceGroup = await groupNameOf(outlet);
    const row = (deviceId: string, more: Partial<ImportRow> = {}): ImportRow => ({
      deviceId,
      outletId: outlet.id,
      ...more,
    });
    const rows = [
      row('N1', { priceGroup }),
      row(taken),
      row('N1'),
      row('N2', { outletId: 987_654, priceGroup }),
      row('N3', { outletId: ringgit.id, priceGroup }),
      row('N4', { priceGroup: 'nowhere' }),
      row('N1', { outletId: 987_654, priceGroup: 'nowhere' }),
      row(retired),
    ];
    const unknown = { problem: 'outletNotFound', outletId: 987_654 };
    const nameless = { problem: 'priceGroupNotFound', name: 'nowhere' };
    expect(await findImportProblems(pool, rows)).toEqual([
      { row: 1, problem: 'deviceExists', deviceId: taken },
      { row: 2, problem: 'duplicate', deviceId: 'N1', firstRow: 0 },
      { row: 3, ...unknown },
      { row: 4, problem: 'currencyMismatch', name: priceGroup, groupCurrency: 'CNY', outletCurrency: 'RM' },
      { row: 5, ...nameless },
      { row: 6, problem: 'duplicate', deviceId: 'N1', firstRow: 0 },
      { row: 6, ...unknown },
      { row: 6, ...nameless },
    ]);
    await expect(importDevices(admin, rows, nowhere)).rejects.toMatchObject({ problem: 'importRefused' });
    expect(await ids()).not.toContain('N1');
  });
});

describe('the price group of a chair', () => {
  it('is its own, in the currency of its outlet, until it is moved or returned to that of the outlet', async () => {
    const other = await world.outlet();
    const [own, foreign] = [await groupNameOf(other), await groupNameOf(await world.outlet({ currency: 'RM' }))];
    const { deviceId } = await world.device(outlet);
    const group = async () => (await findDevice(pool, deviceId)).priceGroup;
    const change = await setDevicePriceGroup(admin, deviceId, own);
    expect([change.before.priceGroup, change.after.priceGroup, await group()]).toEqual([null, own, own]);
    expect(await heardOf(deviceId)).toEqual([`${deviceId} ${outlet.id}`]);
    await expect(setDevicePriceGroup(admin, deviceId, foreign)).rejects.toMatchObject({ problem: 'currencyMismatch' });
    await expect(setDevicePriceGroup(admin, deviceId, 'nowhere')).rejects.toMatchObject({
      problem: 'priceGroupNotFound',
    });
    expect(await group()).toBe(own);
    await setDevicePriceGroup(admin, deviceId, null);
    expect(await group()).toBeNull();
    await setDevicePriceGroup(admin, deviceId, own);
    await moveDevices(admin, [deviceId], other.id);
    expect(await findDevice(pool, deviceId)).toMatchObject({ priceGroup: null, outletId: other.outletId });
    expect(await actions(deviceId)).toEqual(['device move', ...Array.from({ length: 3 }, () => 'price assign')]);
  });
});

describe('a move', () => {
  it('is told to open screens at both outlets, and happens to each chair once, or to none', async () => {
    const [from, to] = [await world.outlet(), await world.outlet()];
    const [one, two] = [await world.device(from), await world.device(from)].map(({ deviceId }) => deviceId) as [
      string,
      string,
    ];
    await expect(moveDevices(admin, [one, two], 987_654)).rejects.toMatchObject({ problem: 'outletNotFound' });
    expect(await heardOf(one)).toEqual([]);
    const order = await world.order(two, { status: 'running' });
    await expect(moveDevices(admin, [one, two], to.id)).rejects.toMatchObject({
      problem: 'deviceBusy',
      params: { deviceId: two, orderId: order.id },
    });
    expect((await findDevice(pool, one)).outletId).toBe(from.outletId);
    const changes = await moveDevices(admin, [one, one], to.id);
    expect(changes.map(({ before, after }) => [before.outletId, after.outletId])).toEqual([
      [from.outletId, to.outletId],
    ]);
    expect(await heardOf(one)).toEqual([`${one} ${from.id}`, `${one} ${to.id}`]);
    expect(await actions(one)).toEqual(['device move']);
    expect(await moveDevices({ ...admin, dryRun: true }, [one], from.id)).toHaveLength(1);
    expect((await findDevice(pool, one)).outletId).toBe(to.outletId);
  });
});

describe('the login of a chair at an outside broker', () => {
  it('follows its life: it is withdrawn by retiring, and comes back as it was', async () => {
    const told: BrokerEntry[] = [];
    const deliver = async (entries: BrokerEntry[]) => void told.push(...entries);
    const entry = () => {
      const [last, ...more] = told.splice(0);
      expect(more).toEqual([]);
      return last?.brokerHash;
    };
    await addDevice(admin, { deviceId: 'B1', name: 'B1', outletId: outlet.id }, deliver);
    const first = entry();
    expect(first).toMatch(/^\$7\$101\$/);
    await retireDevices(admin, ['B1'], deliver);
    expect(entry()).toBeNull();
    await expect(retireDevices(admin, ['B1'], deliver)).rejects.toMatchObject({ problem: 'deviceRetired' });
    await expect(rotateSecret(admin, 'B1', deliver)).rejects.toMatchObject({ problem: 'deviceRetired' });
    await restoreDevice(admin, 'B1', deliver);
    expect(entry()).toBe(first);
    await expect(restoreDevice(admin, 'B1', deliver)).rejects.toMatchObject({ problem: 'deviceNotRetired' });
    const rotated = await rotateSecret(admin, 'B1', deliver);
    expect(rotated.brokerHash).toBe(entry());
    const replaced = await replaceDevice(admin, 'B1', { totalCoins: 0 }, deliver);
    expect(replaced.brokerHash).toBe(entry());
    expect(new Set([first, rotated.brokerHash, replaced.brokerHash]).size).toBe(3);
    expect(await actions('B1')).toEqual([
      'device replace',
      'device rotate-secret',
      'device restore',
      'device retire',
      'device add',
    ]);
    await pool.query("UPDATE devices SET broker_hash = NULL WHERE id = 'B1'");
    await retireDevices(admin, ['B1'], deliver);
    await expect(restoreDevice(admin, 'B1', deliver)).rejects.toMatchObject({ problem: 'brokerHashMissing' });
    await restoreDevice(admin, 'B1');
    expect((await findDevice(pool, 'B1')).retiredAt).toBeNull();
  });

  it('of a chair in use is neither withdrawn nor replaced', async () => {
    const { deviceId } = await world.device(outlet);
    await world.order(deviceId, { status: 'running' });
    await expect(retireDevices(admin, [deviceId], nowhere)).rejects.toMatchObject({ problem: 'deviceBusy' });
    await expect(replaceDevice(admin, deviceId, { totalCoins: 0 }, nowhere)).rejects.toMatchObject({
      problem: 'deviceBusy',
    });
  });
});
