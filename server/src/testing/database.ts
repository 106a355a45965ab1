import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { makeLog } from '../platform/log.ts';
import { migrate } from '../platform/migrate.ts';
import { startPostgres } from '../platform/postgres/embedded.ts';

const template = 'recline_template';
const forSpeed = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
const forMany = 'max_connections=1000'; // enough for twenty servers at once, and connections left by killed ones

/** A PostgreSQL for tests, with a migrated database to copy. the caller removes `directory`. */
export async function startTestPostgres(directory: string, settings: string[] = forSpeed) {
  await chmod(directory, 0o755); // when run as root, postgres is another user and needs access
  const log = makeLog('silent');
  const postgres = await startPostgres(join(directory, 'postgres'), log, [...settings, forMany]);
  await administer(postgres.url, `CREATE DATABASE ${template}`);
  await migrate(named(postgres.url, template), log);
  return postgres;
}

/** One PostgreSQL for a whole run; deleted with its files afterwards. */
export async function startPostgresOfRun(): Promise<{ url: string; stop(): Promise<void> }> {
  const directory = await mkdtemp(join(await quickFolder(), 'recline-test-'));
  const postgres = await startTestPostgres(directory);
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const memory = { folder: '/dev/shm', neededBytes: 2 * 1024 ** 3 };

/** In memory if there is room: a database has 400 files, and some disks need a millisecond to create one. */
async function quickFolder(): Promise<string> {
  const free = await statfs(memory.folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return free >= memory.neededBytes ? memory.folder : tmpdir();
}

/** A new database, migrated and empty, or without any table. */
export async function createDatabase(
  postgresUrl: string,
  from: typeof template | 'template0' = template,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(postgresUrl, `CREATE DATABASE ${name} TEMPLATE ${from}`);
  return {
    url: named(postgresUrl, name),
    drop: () => administer(postgresUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

const named = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;

async function administer(postgresUrl: string, command: string): Promise<void> {
  const client = new pg.Client({ connectionString: named(postgresUrl, 'postgres') });
  await client.connect();
  try {
    await client.query(command);
  } finally {
    await client.end();
  }
}
