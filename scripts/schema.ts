import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabase, startPostgresOfRun } from '../server/src/testing/database.ts';
import { describeSchema } from './schema/describe.ts';

/** Updates `server/schema.sql` after a change of the migrations: `npm run schema`. */

const postgres = await startPostgresOfRun();
try {
  const { url } = await createDatabase(postgres.url);
  await writeFile(join(import.meta.dirname, '../server/schema.sql'), await describeSchema(url));
} finally {
  await postgres.stop();
}
