import type pg from 'pg';
import { type Db, statement } from './db.ts';

/** A fixed set of the contract as SQL literals: `status IN (${sqlList(openStatuses)})`. Partial indexes need literals. */
export const sqlList = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/** A column for every field of a row; one that is missing does not compile. */
export type ColumnsOf<Row> = Record<keyof Row & string, true>;

type OnConflict = '' | 'ON CONFLICT DO NOTHING';

/** An insert of any number of rows, which are one parameter: a JSON array. */
export interface RowInsert<Row extends object> {
  /** The statement, reading the parameter of that number. */
  text(parameter: number): string;
  rows?: Row;
}

/** `onConflict` is `''` to fail, or `ON CONFLICT DO NOTHING`: then rows that exist are left out. */
export function insertInto<Row extends object>(
  table: string,
  columns: ColumnsOf<Row>,
  onConflict: OnConflict = '',
): RowInsert<Row> {
  const list = Object.keys(columns).join(', ');
  return {
    text: (parameter) =>
      `INSERT INTO ${table} (${list})
       SELECT ${list} FROM json_populate_recordset(NULL::${table}, $${parameter}::json) ${onConflict}`,
  };
}

/** Inserts any number of rows with one statement and returns `returning` of each. */
export function insertRows<Row extends object, Returned extends pg.QueryResultRow>(
  name: string,
  table: string,
  columns: ColumnsOf<Row>,
  { returning, onConflict = '' }: { returning: string; onConflict?: OnConflict },
): (db: Db, rows: readonly Row[]) => Promise<Returned[]> {
  const text = `${insertInto(table, columns, onConflict).text(1)} RETURNING ${returning}`;
  const insert = statement<Returned, [string]>(name, text);
  return async (db, rows) => (rows.length === 0 ? [] : insert(db, JSON.stringify(rows)));
}

/** Inserts rows into several tables with one round trip. */
export function insertTogether<Rows extends object[]>(
  name: string,
  ...inserts: { [Index in keyof Rows]: RowInsert<Rows[Index]> }
): (db: Db, ...rows: { [Index in keyof Rows]: readonly Rows[Index][] }) => Promise<void> {
  const parts = inserts.map((insert, index) => `i${index} AS (${insert.text(index + 1)})`);
  const insertAll = statement<never, string[]>(name, `WITH ${parts.join(', ')} SELECT`);
  return async (db, ...rows) => {
    if (rows.some((each) => each.length > 0)) await insertAll(db, ...rows.map((each) => JSON.stringify(each)));
  };
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
