import type pg from 'pg';
import { type Db, statement } from './db.ts';

/** A fixed set of the contract as SQL literals: `status IN (${sqlList(openStatuses)})`. Partial indexes need literals. */
export const sqlList = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/** A column for every field of a row; a missing one does not compile. */
export type ColumnsOf<Row> = Record<keyof Row & string, true>;

type OnConflict = '' | 'ON CONFLICT DO NOTHING';

/**
 * Inserts any number of rows from one JSON parameter, and returns `returning` of each. With `ON CONFLICT DO NOTHING`,
 * existing rows are skipped.
 */
export function insertRows<Row extends object, Returned extends pg.QueryResultRow>(
  name: string,
  table: string,
  columns: ColumnsOf<Row>,
  { returning, onConflict = '' }: { returning: string; onConflict?: OnConflict },
): (db: Db, rows: readonly Row[]) => Promise<Returned[]> {
  const list = Object.keys(columns).join(', ');
  const insert = statement<Returned, [string]>(
    name,
    `INSERT INTO ${table} (${list}) SELECT ${list} FROM json_populate_recordset(NULL::${table}, $1::json) ${onConflict}
     RETURNING ${returning}`,
  );
  return async (db, rows) => (rows.length === 0 ? [] : insert(db, JSON.stringify(rows)));
}

/** Sets columns of any number of rows, found by their key, with one statement. */
export function updateRows<Row extends object>(
  name: string,
  table: string,
  key: keyof Row & string,
  columns: ColumnsOf<Omit<Row, typeof key>>,
  { returning = `t.${key}` }: { returning?: string } = {},
): (db: Db, rows: readonly Row[]) => Promise<void> {
  const set = Object.keys(columns).map((column) => `${column} = v.${column}`);
  const update = statement<never, [string]>(
    name,
    `UPDATE ${table} t SET ${set.join(', ')} FROM json_populate_recordset(NULL::${table}, $1::json) v
     WHERE t.${key} = v.${key} RETURNING ${returning}`,
  );
  return async (db, rows) => {
    if (rows.length > 0) await update(db, JSON.stringify(rows));
  };
}
