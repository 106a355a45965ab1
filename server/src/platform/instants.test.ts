import fc from 'fast-check';
import { expect, it } from 'vitest';
import { useServer } from '../testing/server.ts';
import { microsOf } from './cursor.ts';
import { statement } from './db.ts';
import { isoOf, microsIn } from './instants.ts';

const server = useServer();
const written = statement<{ text: string; date: Date; micros: number }, [string[]]>(
  'test.instants',
  `SELECT at::text AS text, at AS date, ${microsOf('at')} AS micros FROM unnest($1::timestamptz[]) AS t(at)`,
);

const instant = fc.tuple(
  fc.date({ min: new Date('1970-01-01T00:00:00Z'), max: new Date('2999-12-31T23:59:59Z'), noInvalidDate: true }),
  fc.oneof(
    fc.constant(''),
    fc.integer({ min: 0, max: 999 }).map((more) => String(more).padStart(3, '0')),
  ),
);

it('an instant that PostgreSQL writes reads as the same date, and to the microsecond as the same number', async () => {
  const { pool } = server();
  await fc.assert(
    fc.asyncProperty(fc.array(instant, { minLength: 20, maxLength: 20 }), async (instants) => {
      const given = instants.map(([date, more]) => date.toISOString().replace('Z', `${more}Z`));
      const rows = await written(pool, given);
      expect(rows).toHaveLength(given.length);
      for (const { text, date, micros } of rows) {
        expect(isoOf(text)).toBe(date.toISOString());
        expect(microsIn(text)).toBe(micros);
      }
    }),
    { numRuns: 20 },
  );
});

it('an instant that is not in UTC is refused', () => {
  expect(() => isoOf('2026-03-04 05:06:07.089+08')).toThrow('not an instant in UTC');
});
