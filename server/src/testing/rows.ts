import { afterAll, beforeAll, inject } from 'vitest';
import { type Db, makePool, type Pool } from '../platform/db.ts';
import { createDatabase } from './database.ts';
import { insertRow, type Row, sampleOf } from './sample-rows.ts';

/** Tables that the samples of others refer to, in insertable order. */
const referredTo = ['price_groups', 'outlets', 'devices', 'accounts', 'agreements', 'orders'];

/** A database without a server, for tests of statements: it has row 1 of the tables that others refer to. */
export function useRows(): { pool(): Pool; insert(table: string, n: number, changed?: Row): Promise<void> } {
  let pool: Pool;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await createDatabase(inject('postgresUrl'));
    pool = makePool(database.url);
    drop = database.drop;
    for (const table of referredTo) await insertRow(pool, table, sampleOf(table, 1));
  });
  afterAll(async () => {
    await pool.end();
    await drop();
  });
  return { pool: () => pool, insert: (table, n, changed = {}) => insertRow(pool, table, sampleOf(table, n, changed)) };
}

/** The rows of a table, by a column, that a transaction locks by running only `work`. */
export async function lockedBy(pool: Pool, [table, column]: [string, string], work: (db: Db) => Promise<unknown>) {
  const [holder, other] = [await pool.connect(), await pool.connect()];
  const valuesOf = async (lock: string) =>
    (await other.query<Record<string, unknown>>(`SELECT ${column} FROM ${table} ORDER BY 1 ${lock}`)).rows.map(
      (row) => row[column],
    );
  try {
    await holder.query('BEGIN');
    await work(holder);
    const free = await valuesOf('FOR NO KEY UPDATE SKIP LOCKED');
    return (await valuesOf('')).filter((value) => !free.includes(value));
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
    other.release();
  }
}
