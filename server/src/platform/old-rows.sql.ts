import { type Db, statement } from './db.ts';

/** Sweeps of rows older than the retention settings. Each feature names the rows that may be dropped. */

/** The number of rows dropped by one batch, and whether there may be more. */
export interface Swept {
  rows: number;
  more: boolean;
}

/** The number of rows that would be dropped. */
export interface Due {
  rows: number;
  oldest: Date | null;
}

const batchRows = 1_000;

/** One batch at a time over all servers; the lock ends with the transaction. */
export const lockSweep = statement<{ got: boolean }, []>(
  'retention.lock',
  `SELECT pg_try_advisory_xact_lock(hashtextextended('retention', 0)) AS got`,
);

interface Timeline {
  kind: 'events' | 'commands' | 'guests' | 'unpaid orders';
  table: string;
  /** The instant before which there is no row, as an SQL expression: the start of the first sweep. */
  beginning: string;
  /** The column with the time at which rows arrive. */
  at: string;
  /** The condition on the rows of the table, aliased `t`. */
  where: string;
  /** CTEs that drop the rows matched by `where`; the one called `dropped` returns a row for each. */
  drop(where: string): string;
}

/**
 * A table whose rows are never moved back in time, swept hour by hour from the mark on. This needs no separate index,
 * which would cost time on every insert.
 */
export function makeTimeline({ kind, table, beginning, at, where, drop }: Timeline) {
  const mark = `SELECT coalesce(
    (SELECT swept_until FROM retention_marks WHERE kind = '${kind}'),
    ${beginning})`;
  const nextHour = statement<{ since: Date | null; until: Date | null }, [Date]>(
    `retention.${kind}.hour`,
    `WITH mark AS (${mark} AS since)
     SELECT since, least(since + interval '1 hour', $1::timestamptz) AS until FROM mark WHERE since < $1`,
  );
  const between = `t.${at} >= $1 AND t.${at} < $2 AND ${where}`;
  const dropBetween = statement<{ rows: number }, [Date, Date]>(
    `retention.${kind}.drop`,
    `WITH ${drop(between)} SELECT count(*) AS rows FROM dropped`,
  );
  const moveMark = statement<never, [Date]>(
    `retention.${kind}.mark`,
    `INSERT INTO retention_marks (kind, swept_until) VALUES ('${kind}', $1)
     ON CONFLICT (kind) DO UPDATE SET swept_until = excluded.swept_until`,
  );
  const countDue = statement<Due, [Date]>(
    `retention.${kind}.due`,
    `SELECT count(*) AS rows, min(t.${at}) AS oldest FROM ${table} t
     WHERE t.${at} >= (${mark}) AND t.${at} < $1 AND ${where}`,
  );
  return {
    due: (db: Db, before: Date): Promise<Due> => countDue.one(db, before),
    async sweep(db: Db, before: Date): Promise<Swept> {
      const { since, until } = (await nextHour.maybe(db, before)) ?? { since: null, until: null };
      if (since === null || until === null) return { rows: 0, more: false };
      const { rows } = await dropBetween.one(db, since, until);
      await moveMark(db, until);
      return { rows, more: until < before };
    },
  };
}

/**
 * A table whose old rows an index finds: they are deleted in batches, the oldest first. With `emptied`, these columns
 * are set to null instead, and the rows are kept.
 */
export function makeDeletion(
  name: string,
  { table, key, at, where, emptied }: { table: string; key: string; at: string; where: string; emptied?: string[] },
) {
  const drop = emptied
    ? `UPDATE ${table} SET ${emptied.map((column) => `${column} = NULL`).join(', ')}`
    : `DELETE FROM ${table}`;
  const old = `${at} < $1 AND ${where}`;
  const deleteBatch = statement<{ rows: number }, [Date]>(
    `retention.${name}.delete`,
    `WITH dropped AS (${drop} WHERE ${key} IN
       (SELECT ${key} FROM ${table} WHERE ${old} ORDER BY ${at} LIMIT ${batchRows} FOR UPDATE SKIP LOCKED) RETURNING 1)
     SELECT count(*) AS rows FROM dropped`,
  );
  const countDue = statement<Due, [Date]>(
    `retention.${name}.due`,
    `SELECT count(*) AS rows, min(${at}) AS oldest FROM ${table} WHERE ${old}`,
  );
  return {
    due: (db: Db, before: Date): Promise<Due> => countDue.one(db, before),
    async sweep(db: Db, before: Date): Promise<Swept> {
      const { rows } = await deleteBatch.one(db, before);
      return { rows, more: rows === batchRows };
    },
  };
}
