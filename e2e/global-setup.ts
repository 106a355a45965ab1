import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgresOfRun } from '../server/src/testing/database.ts';

/** One PostgreSQL for the run; every worker has its own database in it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (!existsSync(join(import.meta.dirname, '../web/dist/app.zh_CN.html'))) {
    throw new Error('The web app is not built: run `npm run build` first.');
  }
  const postgres = await startPostgresOfRun();
  process.env.E2E_POSTGRES_URL = postgres.url;
  return postgres.stop;
}
