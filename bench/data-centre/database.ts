import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { makeLog } from '../../server/src/platform/log.ts';
import { type EmbeddedPostgres, startPostgres } from '../../server/src/platform/postgres/embedded.ts';

const folder = join(import.meta.dirname, '../../.cache/bench');
const settings = [
  'shared_buffers=2GB',
  'maintenance_work_mem=1GB',
  'max_parallel_maintenance_workers=2',
  'max_wal_size=16GB',
  'checkpoint_timeout=30min',
  'synchronous_commit=off',
  'autovacuum=off',
  'jit=off',
];

/** A PostgreSQL that keeps the datasets between runs. Delete `.cache/bench` to be rid of it. */
export async function startBenchPostgres(): Promise<EmbeddedPostgres> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  return startPostgres(join(folder, 'postgres'), makeLog('error'), settings);
}

/** The database with this many orders. */
export const databaseUrl = ({ url }: EmbeddedPostgres, orders: number): string =>
  Object.assign(new URL(url), { pathname: `/orders_${orders}` }).href;

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The end of a dataset's time range, which benches use as the current time. Undefined without a dataset. */
export async function momentOf(postgres: EmbeddedPostgres, orders: number): Promise<Date | undefined> {
  try {
    return await withClient(databaseUrl(postgres, orders), async (client) => {
      const { rows } = await client.query<{ moment: Date }>('SELECT moment FROM bench');
      return rows[0]?.moment;
    });
  } catch {
    return undefined;
  }
}
