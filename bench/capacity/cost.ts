import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Side } from './sides.ts';

interface Counters {
  statements: number;
  rowsWritten: number;
  walBytes: number;
  orderUpdates: number;
  hotOrderUpdates: number;
}

/** Connections report their counts within ten seconds of being idle. */
const reportedWithinSeconds = 11;

/** Statements are counted only while costs are measured, so that counting costs nothing during the steps. */
export async function setCounting(pool: Pool, on: boolean): Promise<void> {
  await pool.query(`ALTER SYSTEM SET pg_stat_statements.track = '${on ? 'top' : 'none'}'`);
  await pool.query('SELECT pg_reload_conf()');
}

async function readCounters(pool: Pool): Promise<Counters> {
  const { rows } = await pool.query<Record<keyof Counters, string>>(
    `SELECT (SELECT sum(calls) FROM pg_stat_statements s WHERE s.dbid = d.datid) AS "statements",
       (SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_user_tables) AS "rowsWritten",
       pg_current_wal_insert_lsn() - '0/0' AS "walBytes",
       (SELECT sum(n_tup_upd) FROM pg_stat_user_tables WHERE relname = 'orders') AS "orderUpdates",
       (SELECT sum(n_tup_hot_upd) FROM pg_stat_user_tables WHERE relname = 'orders') AS "hotOrderUpdates"
     FROM pg_stat_database d WHERE d.datname = current_database()`,
  );
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)])) as never;
}

/** How much the counters grow during a period that begins with this work. */
async function growthIn(milliseconds: number, pool: Pool, work: () => Promise<unknown>): Promise<Counters> {
  const before = await readCounters(pool);
  await Promise.all([sleep(milliseconds), work()]);
  const after = await readCounters(pool);
  const names = Object.keys(before) as (keyof Counters)[];
  return Object.fromEntries(names.map((name) => [name, after[name] - before[name]])) as never;
}

interface CostOptions {
  perSecond: number;
  /**
   * Long enough to cover every periodic task of the server; otherwise a task is counted in only one of two
   * measurements.
   */
  windowSeconds: number;
  runSeconds: number;
}

/**
 * What the database does for one start and its end, on average, with event streams open and no screens. What it does
 * while nothing starts (heartbeats, upkeep) is measured first and subtracted.
 */
export async function costPerStart({ pool, starts }: Side, { perSecond, windowSeconds, runSeconds }: CostOptions) {
  await pool.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await setCounting(pool, true);
  const window = windowSeconds * 1000;
  const idle = await growthIn(window, pool, async () => {});
  let count = 0;
  const busy = await growthIn(window, pool, async () => {
    const seconds = windowSeconds - runSeconds - reportedWithinSeconds;
    count = (await starts.ask({ perSecond, seconds, leadInSeconds: 0 })).started;
  });
  await setCounting(pool, false);
  const perStart = (name: keyof Counters) => (busy[name] - idle[name]) / count;
  return {
    statements: perStart('statements'),
    rowsWritten: perStart('rowsWritten'),
    walBytes: perStart('walBytes'),
    /** Of the updates of `orders`; NaN where there were none. */
    hotShare: busy.hotOrderUpdates / busy.orderUpdates,
  };
}
