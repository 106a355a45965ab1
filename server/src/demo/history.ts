import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../platform/clock.ts';
import { makePool, type Pool, transaction } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { every } from '../platform/schedule.ts';
import * as sql from './demo.sql.ts';
import { findBase, type Ids } from './fill-base.ts';
import { insertOrders } from './fill-orders.ts';
import { ordersBetween } from './orders.ts';
import { packIndexes } from './pack-indexes.ts';
import { chairs } from './places.ts';

const day = 86_400_000;
const yearDays = 365;
/** Pauses for twice the time of each transaction, so that a small machine stays responsive. */
const restPerWork = 2;

export interface HistoryFilled {
  orders: number;
  seconds: number;
  /** Size of the whole database. */
  bytes: number;
}

/**
 * The orders of the year before the demo's first weeks, filled in the background, the newest day first; then, and once a
 * day, the indexes are kept small.
 */
export function makeHistory(databaseUrl: string, clock: Clock, log: Log, onFilled?: (filled: HistoryFilled) => void) {
  const stopped = new AbortController();
  const { signal } = stopped;
  let filling: Promise<void> | undefined;
  let stopTimer = async () => {};

  async function withPool(work: (pool: Pool) => Promise<void>): Promise<void> {
    const pool = makePool(databaseUrl, { max: 1, patient: true });
    try {
      await work(pool);
    } finally {
      await pool.end();
    }
  }

  async function fill(pool: Pool): Promise<void> {
    const began = performance.now();
    const orders = await fillYear(pool, clock(), signal);
    await packIndexes(pool, signal);
    const { bytes } = await sql.databaseSize.one(pool);
    if (orders > 0) onFilled?.({ orders, seconds: Math.round((performance.now() - began) / 1000), bytes });
  }

  return {
    start(): void {
      filling = withPool(fill).catch((error) => {
        if (!signal.aborted) log.error({ err: error }, "the demo's year could not be filled");
      });
      stopTimer = every(day, () => withPool((pool) => packIndexes(pool, signal)), log);
    },
    async stop(): Promise<void> {
      stopped.abort();
      await Promise.all([filling, stopTimer()]);
    },
  };
}

/** Whether orders of the year before are still being filled in. */
export async function isFillingYear(pool: Pool, now: Date): Promise<boolean> {
  const state = await sql.demoState.maybe(pool);
  return state !== undefined && state.filled_from.getTime() > beginningOf(now);
}

const beginningOf = (now: Date): number => now.getTime() - yearDays * day;

/** One day per transaction; a later start continues where this one stopped. Returns how many orders were missing. */
async function fillYear(pool: Pool, now: Date, signal: AbortSignal): Promise<number> {
  const state = await sql.demoState.maybe(pool);
  const first = beginningOf(now);
  if (!state || state.filled_from.getTime() <= first) return 0;
  const ids = await findBase(pool);
  let orders = 0;
  for (let until = state.filled_from; until.getTime() > first; until = new Date(until.getTime() - day)) {
    const dayBegan = performance.now();
    orders += await fillDay(pool, until, ids);
    await sleep((performance.now() - dayBegan) * restPerWork, undefined, { signal });
  }
  return orders;
}

const fillDay = (pool: Pool, until: Date, ids: Ids): Promise<number> =>
  transaction(pool, async (db) => {
    const from = new Date(until.getTime() - day);
    const orders = ordersBetween(chairs, from, until).filter(({ endedAt }) => endedAt !== null);
    await insertOrders(db, orders, ids);
    await sql.moveBeginning(db, from);
    return orders.length;
  });
