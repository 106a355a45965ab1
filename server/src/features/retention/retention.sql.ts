import { openStatuses } from '@recline/contract/values';
import { type Db, statement } from '../../platform/db.ts';
import { sqlList } from '../../platform/rows.ts';

/** What was dropped by one batch, and whether there may be more. */
export interface Swept {
  rows: number;
  more: boolean;
}

/** What would be dropped. */
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
  kind: 'events' | 'commands';
  table: string;
  /** The column of time, by which rows arrive. */
  at: string;
  /** Which rows are meant, of the table as `t`. */
  where: string;
  /** Drops the rows that `where` means, and returns one row each. */
  drop(where: string): string;
}

/**
 * A table that only grows, swept hour by hour from the mark on. No index of its own is needed for the rows that are
 * left, which every new row would pay for.
 */
function makeTimeline({ kind, table, at, where, drop }: Timeline) {
  const mark = `SELECT coalesce(
    (SELECT swept_until FROM retention_marks WHERE kind = '${kind}'),
    least((SELECT min(registered_at) FROM devices), (SELECT min(at) FROM orders)))`;
  const nextHour = statement<{ since: Date | null; until: Date | null }, [Date]>(
    `retention.${kind}.hour`,
    `WITH mark AS (${mark} AS since)
     SELECT since, least(since + interval '1 hour', $1::timestamptz) AS until FROM mark WHERE since < $1`,
  );
  const between = `t.${at} >= $1 AND t.${at} < $2 AND ${where}`;
  const dropBetween = statement<{ rows: number }, [Date, Date]>(
    `retention.${kind}.drop`,
    `WITH dropped AS (${drop(between)}) SELECT count(*) AS rows FROM dropped`,
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

/** A table whose old rows an index finds: so many are deleted at a time, the oldest first. */
function makeDeletion(
  name: string,
  { table, key, at, where }: { table: string; key: string; at: string; where: string },
) {
  const old = `${at} < $1 AND ${where}`;
  const deleteBatch = statement<{ rows: number }, [Date]>(
    `retention.${name}.delete`,
    `WITH dropped AS (DELETE FROM ${table} WHERE ${key} IN
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

/** The row stays with its key: a coin that is replayed after years is recognised, and finds its order. */
export const events = makeTimeline({
  kind: 'events',
  table: 'device_events',
  at: 'received_at',
  where: 't.payload IS NOT NULL',
  drop: (where) => `UPDATE device_events t SET payload = NULL WHERE ${where} RETURNING 1`,
});

/** The command of an order that is not over is needed: it is sent again, and its answer counts. */
export const commands = makeTimeline({
  kind: 'commands',
  table: 'commands',
  at: 'created_at',
  where: `NOT EXISTS (SELECT FROM orders o WHERE o.id = t.order_id AND o.status IN (${sqlList(openStatuses)}))`,
  drop: (where) => `DELETE FROM commands t WHERE ${where} RETURNING 1`,
});

/** A payment is recorded once an attempt, whatever notices are left. */
export const notices = makeDeletion('notices', {
  table: 'payment_notices',
  key: 'id',
  at: 'received_at',
  where: 'outcome IS NOT NULL',
});

export const sessions = makeDeletion('sessions', {
  table: 'sessions',
  key: 'token_hash',
  at: 'ended_at',
  where: 'ended_at IS NOT NULL',
});

export const deadLetters = makeDeletion('deadLetters', {
  table: 'dead_letters',
  key: 'id',
  at: 'resolved_at',
  where: 'resolved_at IS NOT NULL',
});
