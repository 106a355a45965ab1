import { describe, expect, it } from 'vitest';
import { useServer } from '../testing/server.ts';
import { statement } from './db.ts';

const server = useServer();
const same = statement<{ given: (number | null)[] }, [(number | null)[]]>(
  'test.same',
  'SELECT $1::bigint[]::int[] AS given',
);

describe('a list of numbers', () => {
  it.each([[[1, 2, 3]], [[1, null, 3]], [[null, 1]], [[null]], [[]], [[-1, 0]]])(
    'arrives in the database as it is: %j',
    async (given) => {
      expect((await same.one(server().pool, given)).given).toEqual(given);
    },
  );
});
