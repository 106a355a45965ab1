import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Db, statement } from './db.ts';
import type { Log } from './log.ts';
import { applyMigration, defaultRetry, type LockRetry } from './migration-apply.ts';
import { type MigrationFile, readMigrations } from './migration-files.ts';
import { refusalOfVersion } from './postgres/version.ts';

export { migrationNames } from './migration-files.ts';

const advisoryLock = 7_305_001;

const defaultQueueMs = 300_000;

interface MigrateOptions {
  folder?: URL;
  /** Applies only the files for which this holds. */
  wanted?: (name: string) => boolean;
  /** How long to wait for another process that is migrating the same database. */
  queueMs?: number;
  retry?: LockRetry;
  /** Why a server of that version may not start. */
  refusal?: (version: number) => string | undefined;
}

/** Applies the numbered files that this database has not seen, and returns their names. Several servers may start at once. */
export async function migrate(databaseUrl: string, log: Log, options: MigrateOptions = {}): Promise<string[]> {
  const { folder, wanted = () => true, queueMs = defaultQueueMs, retry = defaultRetry } = options;
  const { refusal = refusalOfVersion } = options;
  const files = await readMigrations(folder);
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {}); // a broken connection fails the next query, which the caller sees
  await client.connect();
  try {
    await requireVersion(client, refusal);
    await lockMigrations(client, queueMs);
    await makeTable(client);
    const applied = await appliedFiles(client, files);
    const missing = files.filter(({ name }) => !applied.has(name) && wanted(name));
    for (const file of missing) await applyMigration({ client, log, retry }, file);
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function requireVersion(client: pg.Client, refusal: NonNullable<MigrateOptions['refusal']>): Promise<void> {
  const { rows } = await client.query<{ version: string }>("SELECT current_setting('server_version_num') AS version");
  const why = refusal(Number(rows[0]?.version));
  if (why !== undefined) throw new Error(why);
}

/**
 * One process migrates at a time. It polls: a session that waits inside `pg_advisory_lock` holds a snapshot, and CREATE
 * INDEX CONCURRENTLY of the process that has the lock would wait for it forever.
 */
async function lockMigrations(client: pg.Client, queueMs: number): Promise<void> {
  const deadline = Date.now() + queueMs;
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [advisoryLock]);
    if (rows[0]?.got) return;
    if (Date.now() >= deadline) {
      throw new Error(
        `Another process has been migrating this database for more than ${queueMs / 1000} s. Wait for it or end it, then start again.`,
      );
    }
    await sleep(Math.min(200, queueMs));
  }
}

/** The column is added only where it is missing: ALTER TABLE would wait for every reader, even with IF NOT EXISTS. */
async function makeTable(client: pg.Client): Promise<void> {
  await client.query(`CREATE TABLE IF NOT EXISTS migrations
    (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now(), checksum text)`);
  const { rowCount } = await client.query(
    `SELECT FROM pg_attribute WHERE attrelid = 'migrations'::regclass AND attname = 'checksum'`,
  );
  if (rowCount === 0) await client.query('ALTER TABLE migrations ADD COLUMN checksum text');
}

/** The files that were applied, each unchanged since. One applied before checksums were stored counts as unchanged. */
async function appliedFiles(client: pg.Client, files: MigrationFile[]): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string; checksum: string | null }>(
    'SELECT name, checksum FROM migrations',
  );
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of files) {
    const known = applied.get(name);
    if (known === null) await client.query('UPDATE migrations SET checksum = $2 WHERE name = $1', [name, checksum]);
    else if (known !== undefined && known !== checksum) {
      throw new Error(
        `The migration ${name} was applied to this database and has been changed since. Restore the file and put the change into a new one.`,
      );
    }
  }
  return new Set(applied.keys());
}

const hasMigrations = statement<{ there: boolean }, []>(
  'migrations.exist',
  `SELECT to_regclass('migrations') IS NOT NULL AS there`,
);
const migrationRows = statement<{ name: string }, []>(
  'migrations.applied',
  'SELECT name FROM migrations ORDER BY name',
);

/** The names of the files that this database has seen; none if it is empty. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  const { there } = await hasMigrations.one(db);
  return there ? (await migrationRows(db)).map(({ name }) => name) : [];
}
