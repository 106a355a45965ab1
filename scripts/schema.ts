import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, startTestPostgres } from '../server/src/testing/database.ts';
import { describeSchema } from './schema/describe.ts';

/** Updates `server/schema.sql` after a change of the migrations: `npm run schema`. */

const directory = await mkdtemp(join(tmpdir(), 'recline-schema-'));
try {
  const postgres = await startTestPostgres(directory);
  try {
    const { url } = await createDatabase(postgres.url);
    await writeFile(join(import.meta.dirname, '../server/schema.sql'), await describeSchema(url));
  } finally {
    await postgres.stop();
  }
} finally {
  await rm(directory, { recursive: true, force: true });
}
