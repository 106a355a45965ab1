import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestPostgres } from '@recline/server/testing/database';

/** For `startTemporaryPostgres`: as durable as in production. The default trades durability for speed. */
export const durable: string[] = [];
/** The setting with which PostgreSQL can count statements. */
export const preloadStatistics = 'shared_preload_libraries=pg_stat_statements';

/** A PostgreSQL in a temporary folder, deleted when it is stopped. */
export async function startTemporaryPostgres(settings?: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'recline-bench-'));
  const { url, directory, stop } = await startTestPostgres(folder, settings);
  const pidFile = await readFile(join(directory, 'postmaster.pid'), 'utf8');
  return {
    url,
    /** Room for other temporary files of the same run. */
    folder,
    pid: Number(pidFile.split('\n')[0]),
    async stop() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type TemporaryPostgres = Awaited<ReturnType<typeof startTemporaryPostgres>>;
