import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDatabase } from '../testing/database.ts';
import { makePool, type Pool, transaction } from './db.ts';
import { forgetOldUses, type RateLimit, returnUses, takeUses } from './rate-limit.ts';

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
const take = (limit: RateLimit, key = 'one', now = noon) =>
  transaction(pool, (db) => takeUses(db, [{ limit, key }], now));
const waitOf = async (...use: Parameters<typeof take>) => (await take(...use)).waitSeconds;

describe('a rate limit', () => {
  it('accepts so many uses of a key in its window, and then says how long to wait', async () => {
    const limit = newLimit(2);
    expect(await waitOf(limit, 'one', fromNoon(0))).toBe(0);
    expect(await waitOf(limit, 'one', fromNoon(4))).toBe(0);
    expect(await waitOf(limit, 'one', fromNoon(5))).toBe(5 * 60);
    expect(await waitOf(limit, 'other', fromNoon(5))).toBe(0);
    expect(await waitOf(limit, 'one', fromNoon(10))).toBe(0);
  });

  it('holds for uses at the same time', async () => {
    const limit = newLimit(3);
    const taken = await Promise.all(Array.from({ length: 10 }, () => waitOf(limit)));
    expect(taken.filter((wait) => wait === 0)).toHaveLength(3);
  });

  it('counts nothing at any key if one of them is at its limit', async () => {
    const [account, address] = [newLimit(5), newLimit(1)];
    const both = (key: string) =>
      transaction(pool, (db) =>
        takeUses(
          db,
          [
            { limit: account, key },
            { limit: address, key: 'mall' },
          ],
          noon,
        ),
      );
    await both('first');
    await both('second');
    const { rows } = await pool.query('SELECT key FROM rate_limit_uses WHERE scope = $1', [account.scope]);
    expect(rows).toEqual([{ key: 'first' }]);
  });

  it('forgets a use that was taken back, and those older than any window', async () => {
    const limit = newLimit(1);
    await returnUses(pool, (await take(limit)).ids);
    expect(await waitOf(limit)).toBe(0);
    await forgetOldUses(pool, fromNoon(24 * 60 + 1));
    const { rowCount } = await pool.query('SELECT FROM rate_limit_uses WHERE scope = $1', [limit.scope]);
    expect(rowCount).toBe(0);
  });
});
