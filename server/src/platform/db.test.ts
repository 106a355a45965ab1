import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useServer } from '../testing/server.ts';
import { isDeadlock, makePool, preparedName, retry, statement, statementOf } from './db.ts';

const server = useServer();
const same = statement<{ given: (number | null)[] }, [(number | null)[]]>(
  'test.same',
  'SELECT $1::bigint[]::int[] AS given',
);

describe('a list of numbers', () => {
  it.each([[[1, 2, 3]], [[1, null, 3]], [[null, 1]], [[null]], [[]], [[-1, 0]]])(
    'is received by the database unchanged: %j',
    async (given) => {
      expect((await same.one(server().pool, given)).given).toEqual(given);
    },
  );
});

describe('the connections of a pool', () => {
  afterEach(() => vi.useRealTimers());

  it.each([
    ['close after a pause', {}, 0],
    ['stay open when they are to', { keepOpen: true }, 3],
  ])('%s', async (_, options, left) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const pool = makePool(server().databaseUrl, { max: 3, ...options });
    try {
      await Promise.all([1, 2, 3].map((number) => same.one(pool, [number])));
      expect(pool.totalCount).toBe(3);
      await vi.advanceTimersByTimeAsync(3_600_000);
      await turn();
      expect(pool.totalCount).toBe(left);
    } finally {
      await pool.end();
    }
  });
});

describe('the name of a prepared statement', () => {
  const long = `orders.list.${'filter+'.repeat(10)}`;

  it('is kept up to 63 bytes, where PostgreSQL cuts', () => {
    expect(preparedName('a'.repeat(63))).toBe('a'.repeat(63));
    expect(preparedName('a'.repeat(64))).toHaveLength(63);
  });

  it('differs for long names that begin alike, and stays recognisable', () => {
    expect(preparedName(`${long}a`)).not.toBe(preparedName(`${long}b`));
    expect(preparedName(`${long}a`)).toMatch(/^orders\.list\.filter/);
  });

  it('distinguishes long names on one connection', async () => {
    const client = await server().pool.connect();
    try {
      for (const letter of ['a', 'b']) {
        const select = statement<{ letter: string }>(long + letter, `SELECT '${letter}' AS letter`);
        expect(await select.one(client)).toEqual({ letter });
      }
    } finally {
      client.release();
    }
  });

  it('stands for one statement', () => {
    statement('test.once', 'SELECT 1');
    expect(() => statement('test.once', 'SELECT 1')).not.toThrow();
    expect(() => statement('test.once', 'SELECT 2')).toThrow('two different statements are named test.once');
    statementOf('test.composed', () => 'SELECT 1');
    expect(() => statementOf('test.composed', () => 'SELECT 2')).toThrow('test.composed');
  });
});

describe('a transaction that loses deadlocks', () => {
  const losing = (times: number, code = '40P01') => {
    const work = vi.fn(async () => {
      if (work.mock.calls.length <= times) await server().pool.query(`DO $$ BEGIN RAISE SQLSTATE '${code}'; END $$`);
      return 'done';
    });
    return work;
  };

  it('is retried until it succeeds', async () => {
    const work = losing(4);
    await expect(retry(isDeadlock, work)).resolves.toBe('done');
    expect(work).toHaveBeenCalledTimes(5);
  });

  it.each([
    ['five deadlocks', '40P01', 5],
    ['another error', '40001', 1],
  ])('fails after %s', async (_, code, tries) => {
    const work = losing(9, code);
    await expect(retry(isDeadlock, work)).rejects.toMatchObject({ code });
    expect(work).toHaveBeenCalledTimes(tries);
  });
});
