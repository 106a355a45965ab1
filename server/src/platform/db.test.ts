import { describe, expect, it } from 'vitest';
import { useServer } from '../testing/server.ts';
import { preparedName, statement, statementOf } from './db.ts';

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

describe('the name of a prepared statement', () => {
  const long = `orders.list.${'filter+'.repeat(10)}`;

  it('is kept up to 63 bytes, where PostgreSQL cuts', () => {
    expect(preparedName('a'.repeat(63))).toBe('a'.repeat(63));
    expect(preparedName('a'.repeat(64))).toHaveLength(63);
  });

  it('differs for long names that begin alike, and still says what it is', () => {
    expect(preparedName(`${long}a`)).not.toBe(preparedName(`${long}b`));
    expect(preparedName(`${long}a`)).toMatch(/^orders\.list\.filter/);
  });

  it('tells long names apart on one connection', async () => {
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

  it('stands for one text', () => {
    statement('test.once', 'SELECT 1');
    expect(() => statement('test.once', 'SELECT 1')).not.toThrow();
    expect(() => statement('test.once', 'SELECT 2')).toThrow('two different statements are named test.once');
    statementOf('test.composed', () => 'SELECT 1');
    expect(() => statementOf('test.composed', () => 'SELECT 2')).toThrow('test.composed');
  });
});
