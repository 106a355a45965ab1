import { readFile } from 'node:fs/promises';
import { expect, inject, it } from 'vitest';
import { createDatabase } from '../../server/src/testing/database.ts';
import { describeSchema } from './describe.ts';

it('server/schema.sql is the result of the migrations (`npm run schema` updates it)', async () => {
  const database = await createDatabase(inject('postgresUrl'));
  try {
    const committed = await readFile(new URL('../../server/schema.sql', import.meta.url), 'utf8');
    expect(await describeSchema(database.url)).toBe(committed);
  } finally {
    await database.drop();
  }
});
