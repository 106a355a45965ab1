import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Admin } from '../../platform/admin.ts';
import { systemClock } from '../../platform/clock.ts';
import { makePool, type Pool } from '../../platform/db.ts';
import { createDatabase } from '../../testing/database.ts';
import { makeWorld, type Outlet, type World } from '../../testing/world.ts';
import { listEntries } from '../audit/index.ts';
import { addDevice, importDevices, listDevices, renameDevice, rotateSecret } from './index.ts';

let database: { url: string; drop(): Promise<void> };
let pool: Pool;
let world: World;
let outlet: Outlet;
let admin: Admin;
beforeAll(async () => {
  database = await createDatabase(inject('postgresUrl'));
  pool = makePool(database.url, { max: 4 });
  world = makeWorld(pool);
  outlet = await world.outlet();
  admin = { pool, clock: systemClock, actor: 'mei' };
});
afterAll(async () => {
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
