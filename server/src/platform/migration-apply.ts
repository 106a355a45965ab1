import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from './log.ts';
import { type MigrationFile, statementsOf } from './migration-files.ts';

export interface LockRetry {
  /** How long a statement waits for a lock. Other users of the table queue behind it meanwhile. */
  lockMs: number;
  /** How often a statement that got no lock is retried. */
  attempts: number;
  /** The pause before the second attempt; it doubles each time. */
  backoffMs: number;
}

export const defaultRetry: LockRetry = { lockMs: 2_000, attempts: 8, backoffMs: 500 };
/** CONCURRENTLY waits for older transactions, and blocks nobody meanwhile. */
const concurrentLockMs = 600_000;

interface Run {
  client: pg.Client;
  log: Log;
  retry: LockRetry;
}

export async function applyMigration(run: Run, file: MigrationFile): Promise<void> {
  await (file.inTransaction ? applyAtOnce(run, file) : applyStepwise(run, file));
  run.log.info({ migration: file.name }, 'migration applied');
}

const record = (client: pg.Client, { name, checksum }: MigrationFile) =>
  client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);

async function applyAtOnce(run: Run, file: MigrationFile): Promise<void> {
  const { client } = run;
  await withLock(run, file.name, run.retry.lockMs, async () => {
    await client.query('BEGIN');
    try {
      await client.query(file.text);
      await record(client, file);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {}); // the connection broke, which rolls back as well
      throw error;
    }
  });
}

/** After a failure the next run begins with the first statement again: each has to be repeatable. */
async function applyStepwise(run: Run, file: MigrationFile): Promise<void> {
  for (const statement of statementsOf(file.text)) {
    const lockMs = /\bCONCURRENTLY\b/i.test(statement) ? concurrentLockMs : run.retry.lockMs;
    await withLock(run, file.name, lockMs, async () => {
      await dropUnfinishedIndex(run.client, statement);
      await run.client.query(statement);
    });
  }
  await record(run.client, file);
}

/**
 * An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index, which IF NOT EXISTS would mistake for a finished
 * one.
 */
async function dropUnfinishedIndex(client: pg.Client, statement: string): Promise<void> {
  const { rows } = await client.query<{ sql: string }>(
    `SELECT format('DROP INDEX CONCURRENTLY %s', indexrelid::regclass) AS sql
     FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE NOT indisvalid AND $1 ~ ('\\m' || relname || '\\M')`,
    [statement],
  );
  for (const { sql } of rows) await client.query(sql);
}

async function withLock({ client, log, retry }: Run, name: string, lockMs: number, work: () => Promise<void>) {
  await client.query(`SELECT set_config('lock_timeout', $1, false)`, [`${lockMs}ms`]);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!gotNoLock(error)) throw error;
      if (attempt >= retry.attempts) throw noLock(name, attempt, error);
      log.warn({ migration: name, attempt }, 'the migration got no lock and is retried');
      await sleep(retry.backoffMs * 2 ** (attempt - 1));
    }
  }
}

const gotNoLock = (error: unknown) => error instanceof pg.DatabaseError && error.code === '55P03';

const noLock = (name: string, attempts: number, cause: unknown) =>
  new Error(
    `The migration ${name} got no lock in ${attempts} attempts: a long query or an open transaction uses the table. ` +
      'Find it in pg_stat_activity, end it, and start again.',
    { cause },
  );
