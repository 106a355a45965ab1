import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestPostgres } from '../server/src/testing/database.ts';

/** One PostgreSQL for the run; every worker has its own database in it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (!existsSync(join(import.meta.dirname, '../web/dist/app.zh_CN.html'))) {
    throw new Error('The web app is not built: run `npm run build` first.');
  }
  const directory = await mkdtemp(join(tmpdir(), 'recline-e2e-'));
  const postgres = await startTestPostgres(directory);
  process.env.E2E_POSTGRES_URL = postgres.url;
  return async () => {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
}
