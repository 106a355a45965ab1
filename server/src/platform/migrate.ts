import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import type { Log } from './log.ts';

const folder = new URL('../../migrations/', import.meta.url);
const lockKey = 7_305_001;

/**
 * Applies the numbered files that this database has not seen, or those of them that are `wanted`.
 * Several servers may start at once.
 */
export async function migrate(databaseUrl: string, log: Log, wanted = (_name: string) => true): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {}); // it broke between two queries: the next one fails, and whoever called hears of it
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
    const done = new Set(rows.map((row) => row.name));
    const names = await migrationNames();
    const missing = names.filter((name) => !done.has(name) && wanted(name));
    for (const name of missing) await apply(client, name, log);
    return missing;
  } finally {
    await client.end();
  }
}

export async function migrationNames(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}

async function apply(client: pg.Client, name: string, log: Log): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(await readFile(new URL(name, folder), 'utf8'));
    await client.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
  log.info({ migration: name }, 'migration applied');
}
