import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Side } from './sides.ts';

/** The setting with which PostgreSQL can count statements. */
export const preloadStatistics = 'shared_preload_libraries=pg_stat_statements';

interface Counters {
  statements: number;
  commits: number;
  rowsWritten: number;
  walBytes: number;
  orderUpdates: number;
  hotOrderUpdates: number;
}

/** Connections report their counts within ten seconds of being idle. */
const reportedWithinMs = 11_000;

/** Statements are counted only while costs are measured, so that counting costs nothing during the steps. */
export async function setCounting(pool: Pool, on: boolean): Promise<void> {
  await pool.query(`ALTER SYSTEM SET pg_stat_statements.track = '${on ? 'top' : 'none'}'`);
  await pool.query('SELECT pg_reload_conf()');
}

async function readCounters(pool: Pool): Promise<Counters> {
  const { rows } = await pool.query<Record<keyof Counters, string>>(
    `SELECT (SELECT sum(calls) FROM pg_stat_statements s WHERE s.dbid = d.datid) AS "statements",
       d.xact_commit AS "commits",
       (SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_user_tables) AS "rowsWritten",
       pg_current_wal_insert_lsn() - '0/0' AS "walBytes",
       (SELECT sum(n_tup_upd) FROM pg_stat_user_tables WHERE relname = 'orders') AS "orderUpdates",
       (SELECT sum(n_tup_hot_upd) FROM pg_stat_user_tables WHERE relname = 'orders') AS "hotOrderUpdates"
     FROM pg_stat_database d WHERE d.datname = current_database()`,
  );
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)])) as never;
}

/** How much the counters grew during work, and in how many seconds. */
async function growthDuring(pool: Pool, work: () => Promise<unknown>): Promise<{ growth: Counters; seconds: number }> {
  const begun = performance.now();
  const before = await readCounters(pool);
  await work();
  await sleep(reportedWithinMs);
  const after = await readCounters(pool);
  const names = Object.keys(before) as (keyof Counters)[];
  const growth = Object.fromEntries(names.map((name) => [name, after[name] - before[name]])) as never;
  return { growth, seconds: (performance.now() - begun) / 1000 };
}

interface CostOptions {
  perSecond: number;
  seconds: number;
  runSeconds: number;
}

/**
 * What the database does for one start and its end, on average, with event streams open and no screens. What it does
 * while nothing starts (heartbeats, upkeep) is measured first and subtracted.
 */
export async function costPerStart({ pool, starts }: Side, { perSecond, seconds, runSeconds }: CostOptions) {
  await pool.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await setCounting(pool, true);
  const idle = await growthDuring(pool, () => sleep((seconds + runSeconds) * 1000));
  let count = 0;
  const busy = await growthDuring(pool, async () => {
    count = (await starts.ask({ perSecond, seconds, leadInSeconds: 0 })).started;
    await sleep(runSeconds * 1000);
  });
  await setCounting(pool, false);
  const perStart = (name: keyof Counters) =>
    (busy.growth[name] - (idle.growth[name] * busy.seconds) / idle.seconds) / count;
  return {
    statements: perStart('statements'),
    commits: perStart('commits'),
    rowsWritten: perStart('rowsWritten'),
    walBytes: perStart('walBytes'),
    /** Of the updates of `orders`; NaN where there were none. */
    hotShare: busy.growth.hotOrderUpdates / busy.growth.orderUpdates,
  };
}
