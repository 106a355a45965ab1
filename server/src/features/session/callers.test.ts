import { afterEach, expect, inject, it, onTestFinished, vi } from 'vitest';
import { makePool, type Pool } from '../../platform/db.ts';
import { makeLog } from '../../platform/log.ts';
import { type Listener, listen } from '../../platform/notify.ts';
import { until } from '../../testing/chairs.ts';
import { createDatabase } from '../../testing/database.ts';
import { makeWorld } from '../../testing/world.ts';
import { makeCallers } from './callers.ts';
import { accountChanged } from './channels.ts';
import { randomToken, sha256 } from './passwords.ts';
import * as sql from './session.sql.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Waits until all changes so far have been notified of: notifications arrive in the order of their transactions. */
async function delivered(pool: Pool, listener: Listener): Promise<void> {
  const marker = { accountId: 0 };
  const heard = new Promise<void>((resolve) => {
    listener.on(accountChanged, ({ accountId }) => accountId === marker.accountId && resolve());
  });
  await accountChanged.publish(pool, [marker]);
  await heard;
}

/** A database and the cache of one server, which has one caller in it. */
async function scene() {
  const database = await createDatabase(inject('postgresUrl'));
  ends.push(database.drop);
  const pool = makePool(database.url, { max: 3 });
  ends.push(() => pool.end());
  const listener = await listen(database.url, makeLog('silent'));
  ends.push(() => listener.stop());
  const callers = makeCallers({ pool, listener });
  const world = makeWorld(pool);
  const outlet = await world.outlet();
  const manager = await world.manager([outlet]);
  await delivered(pool, listener);
  const hash = sha256(manager.token);
  const dropped = () => until(async () => callers.cached(hash) === undefined);
  await callers.load(hash);
  expect(callers.cached(hash)).toBeDefined();
  return { pool, world, listener, callers, manager, hash, outlet, dropped };
}

it('a caller is cached as the database has it', async () => {
  const { callers, hash, manager, outlet } = await scene();
  expect(callers.cached(hash)).toMatchObject({ account_id: manager.accountId, outlet_ids: [outlet.id] });
  expect(callers.cached(sha256(randomToken()))).toBeUndefined();
});

it.each([
  ['a session that ends', `UPDATE sessions SET ended_at = now(), end_reason = 'logout' WHERE account_id = $1`],
  ['a session that is deleted', 'DELETE FROM sessions WHERE account_id = $1'],
  ['a right that is taken', `UPDATE accounts SET permissions = '{user}' WHERE id = $1`],
  ['an outlet that is taken', 'DELETE FROM account_outlets WHERE account_id = $1'],
])('%s drops the entry, whichever server made the change', async (_what, change) => {
  const { pool, manager, dropped } = await scene();
  await pool.query(change, [manager.accountId]);
  await dropped();
});

it('changes of another account and further use of the session keep the entry', async () => {
  const { pool, world, callers, listener, hash } = await scene();
  const other = await world.manager([]);
  const use = { token_hash: `\\x${hash.toString('hex')}`, last_used_at: new Date(Date.now() + 1000) };
  await sql.touchSessions(pool, JSON.stringify([use]));
  await pool.query('UPDATE accounts SET name = $2 WHERE id = $1', [other.accountId, 'Renamed']);
  await delivered(pool, listener);
  expect(callers.cached(hash)).toBeDefined();
});

it('a row that was loaded during a change is used once and not cached', async () => {
  const { callers, manager, hash } = await scene();
  const reading = callers.load(hash);
  callers.invalidate(manager.accountId);
  expect(await reading).toBeDefined();
  expect(callers.cached(hash)).toBeUndefined();
});

it('simultaneous calls share one query, but not with one from before a change', async () => {
  const { pool, callers, manager, hash } = await scene();
  const query = vi.spyOn(pool, 'query');
  const [one, other] = await Promise.all([callers.load(hash), callers.load(hash)]);
  expect(other).toBe(one);
  expect(query).toHaveBeenCalledTimes(1);
  const before = callers.load(hash);
  callers.invalidate(manager.accountId);
  expect(await callers.load(hash)).not.toBe(await before);
  expect(query).toHaveBeenCalledTimes(3);
});

it('entries made together do not expire together, and none is older than a minute', async () => {
  const { callers, world } = await scene();
  const hashes = await Promise.all(Array.from({ length: 40 }, async () => sha256((await world.manager([])).token)));
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now);
  onTestFinished(() => clock.mockRestore());
  for (const hash of hashes) await callers.load(hash);
  const cachedAfter = (seconds: number) => {
    clock.mockReturnValue(now + seconds * 1000);
    return hashes.filter((hash) => callers.cached(hash)).length;
  };
  expect(cachedAfter(25)).toBe(40);
  expect(cachedAfter(45)).toBeGreaterThan(0);
  expect(cachedAfter(45)).toBeLessThan(40);
  expect(cachedAfter(60)).toBe(0);
});

it('nothing is cached while notifications cannot arrive', async () => {
  const { pool, callers, listener, hash, dropped } = await scene();
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND query ~ '^LISTEN|^SELECT 1$' AND pid <> pg_backend_pid()`,
  );
  await dropped();
  await until(async () => listener.connected());
  expect(callers.cached(hash)).toBeUndefined();
  await until(async () => (await callers.load(hash)) && callers.cached(hash));
});
