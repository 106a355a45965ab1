import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDatabase } from '../testing/database.ts';
import { makePool, type Pool, transaction } from './db.ts';
import { AppError } from './error.ts';
import { forgetOldUses, type RateLimit, requireUses, usesFrom } from './rate-limit.ts';

const minute = 60_000;
const noon = new Date('2026-11-15T12:00:00Z');
const fromNoon = (minutes: number) => new Date(noon.getTime() + minutes * minute);

let pool: Pool;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createDatabase(inject('postgresUrl'));
  pool = makePool(database.url, { max: 10 });
  drop = database.drop;
});
afterAll(async () => {
  await pool.end();
  await drop();
});

const newLimit = (max: number): RateLimit => ({ scope: randomUUID(), max, windowMs: 10 * minute });
/** Seconds until a use is accepted; 0 if it was counted. */
const waitOf = (limit: RateLimit, key = 'one', now = noon): Promise<number> =>
  transaction(pool, (db) => requireUses(db, [{ limit, key }], now)).then(
    () => 0,
    (error: unknown) =>
      error instanceof AppError ? (error.params as { seconds: number }).seconds : Promise.reject(error),
  );

describe('a rate limit', () => {
  it('accepts a number of uses of a key in its window, and then returns how long to wait', async () => {
    const limit = newLimit(2);
    expect(await waitOf(limit, 'one', fromNoon(0))).toBe(0);
    expect(await waitOf(limit, 'one', fromNoon(4))).toBe(0);
    expect(await waitOf(limit, 'one', fromNoon(5))).toBe(5 * 60);
    expect(await waitOf(limit, 'other', fromNoon(5))).toBe(0);
    expect(await waitOf(limit, 'one', fromNoon(10))).toBe(0);
  });

  it('holds for parallel uses', async () => {
    const limit = newLimit(3);
    const taken = await Promise.all(Array.from({ length: 10 }, () => waitOf(limit)));
    expect(taken.filter((wait) => wait === 0)).toHaveLength(3);
  });

  it('counts no key if one of them is at its limit', async () => {
    const [account, address] = [newLimit(5), newLimit(1)];
    const both = (key: string) =>
      transaction(pool, (db) =>
        requireUses(
          db,
          [
            { limit: account, key },
            { limit: address, key: 'mall' },
          ],
          noon,
        ),
      );
    await both('first');
    await expect(both('second')).rejects.toMatchObject({ problem: 'tooMany' });
    const { rows } = await pool.query('SELECT key FROM rate_limit_uses WHERE scope = $1', [account.scope]);
    expect(rows).toEqual([{ key: 'first' }]);
  });

  it('of an IPv6 address holds one and a half times for its /56 and twice for its /48', async () => {
    const limit = newLimit(2);
    const from = (key: string) =>
      transaction(pool, (db) => requireUses(db, usesFrom(limit, key), noon)).then(
        () => 'taken',
        () => 'refused',
      );
    const outcomes: string[] = [];
    for (const key of ['1', '1', '1', '2', '3', '100', '200']) outcomes.push(await from(`2001:db8:1:${key}::/64`));
    expect(outcomes).toEqual(['taken', 'taken', 'refused', 'taken', 'refused', 'taken', 'refused']);
    expect([await from('2001:db8:2:1::/64'), await from('203.0.113.7')]).toEqual(['taken', 'taken']);
  });

  it('counts nothing if the transaction of the use is rolled back, and forgets uses older than any window', async () => {
    const limit = newLimit(1);
    const rolledBack = transaction(pool, async (db) => {
      await requireUses(db, [{ limit, key: 'one' }], noon);
      throw new Error('undone');
    });
    await expect(rolledBack).rejects.toThrow('undone');
    expect(await waitOf(limit)).toBe(0);
    await forgetOldUses(pool, fromNoon(24 * 60 + 1));
    const { rowCount } = await pool.query('SELECT FROM rate_limit_uses WHERE scope = $1', [limit.scope]);
    expect(rowCount).toBe(0);
  });
});
