import { expect, inject, it } from 'vitest';
import { createDatabase } from '../../testing/database.ts';
import { makeLog } from '../log.ts';
import { migrate } from '../migrate.ts';
import { refusalOfVersion } from './version.ts';

it.each([
  [150000, false],
  [150008, false],
  [180004, false],
  [140017, true],
  [90624, true],
])('PostgreSQL %i is refused: %s', (number, isRefused) => {
  expect(refusalOfVersion(number) !== undefined).toBe(isRefused);
});

it('a refusal names the version, the one that is needed, and what to do', () => {
  expect(refusalOfVersion(130002)).toMatch(
    /^The database of DATABASE_URL is PostgreSQL 13; Recline needs 15 or newer\. /,
  );
});

it('a database that is too old is refused before it is changed', async () => {
  const database = await createDatabase(inject('postgresUrl'), 'template0');
  const refusal = (number: number) => `too old: ${Math.floor(number / 10_000)}`;
  await expect(migrate(database.url, makeLog('silent'), { refusal })).rejects.toThrow(/^too old: 18$/);
  expect((await migrate(database.url, makeLog('silent'), {})).length).toBeGreaterThan(0);
  await database.drop();
});
