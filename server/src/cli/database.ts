import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { claimDataDir, requireOwnFolder } from '../platform/data-dir.ts';
import { makePool, type Pool } from '../platform/db.ts';
import type { Env } from '../platform/env.ts';
import { makeLog } from '../platform/log.ts';
import { migrate } from '../platform/migrate.ts';
import { postgresPlace, startPostgres } from '../platform/postgres/embedded.ts';
import type { Schema } from './command.ts';
import { exitCodes, notFound } from './failure.ts';
import { requireMigrated } from './migrations.ts';

/** How often a command checks whether a starting server has published its database. */
const maxAttempts = 60;
const retryMs = 250;
const signals = ['SIGINT', 'SIGTERM'] as const;

export interface Database {
  url: string;
  pool: Pool;
  /** Why the database cannot be used. */
  error?: Error;
  close(): Promise<void>;
}

/** What may be done to the database before a command runs. */
export interface OpenOptions {
  schema: Schema;
  /** Create one where DATA_DIR has none. */
  creates: boolean;
}

/**
 * The database of this installation: an outside one, that of a running server, or the one in DATA_DIR, which is then
 * started for this command. `warn` is called when a new database is created.
 */
export async function openDatabase(env: Env, options: OpenOptions, warn: (text: string) => void): Promise<Database> {
  if (options.schema !== 'unknown') return open(env, options, warn);
  return open(env, options, warn).catch((error: Error) => {
    const pool = makePool(nowhere);
    return { url: nowhere, pool, error, close: () => pool.end() };
  });
}

/** A pool that fails every query, for a command that runs without a database. */
const nowhere = 'postgres://127.0.0.1:1/none';

async function open(env: Env, { schema, creates }: OpenOptions, warn: (text: string) => void): Promise<Database> {
  const { url, stop, isNew } = await findDatabase(env, creates, warn);
  const pool = makePool(url, { max: 4, patient: true });
  const close = async () => {
    await pool.end();
    await stop();
  };
  try {
    if (isNew && schema === 'current') await migrate(url, makeLog('silent'));
    if (schema === 'current') await requireMigrated(pool);
    if (schema === 'unknown') await pool.query('SELECT 1');
    return { url, pool, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const nothing = async () => {};

interface Found {
  url: string;
  /** Created by this command. */
  isNew?: boolean;
  stop(): Promise<void>;
}

async function findDatabase(env: Env, creates: boolean, warn: (text: string) => void): Promise<Found> {
  if (env.DATABASE_URL) return { url: env.DATABASE_URL, stop: nothing };
  await requireOwnFolder(env.DATA_DIR);
  const directory = join(env.DATA_DIR, 'postgres');
  for (let attempt = 1; ; attempt += 1) {
    const running = await joinDatabase(`${directory}.url`);
    if (running) return running;
    if (!creates && !hasDatabase(directory)) throw noDatabase(env.DATA_DIR);
    try {
      const release = await claimDataDir(env.DATA_DIR);
      return await runDatabase(directory, release, warn);
    } catch (error) {
      if (!(error as Error).message.startsWith('Another Recline') || attempt === maxAttempts) throw error;
    }
    await sleep(retryMs); // another process is starting and has not published its address yet
  }
}

const hasDatabase = (directory: string) => existsSync(`${directory}.password`);

const noDatabase = (folder: string) =>
  notFound(`There is no database in ${folder}. Set DATA_DIR or DATABASE_URL, or start the server once.`);

async function runDatabase(
  directory: string,
  release: () => Promise<void>,
  warn: (text: string) => void,
): Promise<Found> {
  const isNew = !hasDatabase(directory);
  if (isNew) {
    warn(
      `Creating a new database in ${await postgresPlace(directory)}. Set DATA_DIR or DATABASE_URL if you meant another.`,
    );
  }
  const starting = startPostgres(directory, makeLog('silent'));
  const stopPostgres = async () => {
    await starting.then((postgres) => postgres.stop()).finally(release);
    for (const signal of signals) process.off(signal, interrupt);
  };
  // Both an interruption and the interrupted command call stop; the second call waits for the first.
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= stopPostgres();
    return stopping;
  };
  // An interrupted command must not leave the database running; its transaction is rolled back.
  const interrupt = () => void stop().finally(() => process.exit(exitCodes.failed));
  for (const signal of signals) process.once(signal, interrupt);
  const { url } = await starting.catch(async (error) => {
    await stop().catch(() => {});
    throw error;
  });
  return { url, isNew, stop: () => stopping ?? untilOthersLeft(directory, url).then(stop) };
}

/** Another command may be using the database that this one started: waits until it has disconnected. */
async function untilOthersLeft(directory: string, url: string): Promise<void> {
  await rm(`${directory}.url`, { force: true });
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // the next query fails by itself
  await client.connect();
  const others = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  for (let attempt = 0; attempt < 240 && (await client.query(others)).rowCount !== 0; attempt += 1)
    await sleep(retryMs);
  await client.end();
}

/**
 * The database that another process runs, if one does. Before stopping it, that process removes the address file and
 * then waits for open connections: if the file still exists after we connected, it waits for us.
 */
async function joinDatabase(addressFile: string): Promise<Found | undefined> {
  const url = await readFile(addressFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error; // it is safer to start no second database beside one that cannot be seen
  });
  if (url === undefined) return undefined;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, application_name: 'recline' });
  client.on('error', () => {}); // the command's own connections report it
  try {
    await client.connect();
  } catch {
    return undefined;
  }
  if (existsSync(addressFile)) return { url, stop: () => client.end() };
  await client.end();
  return undefined;
}
