import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../platform/clock.ts';
import { makePool, type Pool, transaction } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import * as sql from './demo.sql.ts';
import { findBase, type Ids } from './fill-base.ts';
import { insertOrders } from './fill-orders.ts';
import { ordersBetween } from './orders.ts';
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

/** The orders of the year before the demo's first weeks, filled in the background, the newest day first. */
export function makeHistory(databaseUrl: string, clock: Clock, log: Log, onFilled?: (filled: HistoryFilled) => void) {
  const stopped = new AbortController();
  let filling: Promise<void> | undefined;

  async function fill(): Promise<void> {
    const pool = makePool(databaseUrl, { max: 1, patient: true });
    try {
      const filled = await fillYear(pool, clock(), stopped.signal);
      if (filled) onFilled?.(filled);
    } catch (error) {
      if (!stopped.signal.aborted) log.error({ err: error }, "the demo's year could not be filled");
    } finally {
      await pool.end();
    }
  }

  return {
    start(): void {
      filling = fill();
    },
    async stop(): Promise<void> {
      stopped.abort();
      await filling;
    },
  };
}

/** Whether orders of the year before are still being filled in. */
export async function isFillingYear(pool: Pool, now: Date): Promise<boolean> {
  const state = await sql.demoState.maybe(pool);
  return state !== undefined && state.filled_from.getTime() > beginningOf(now);
}

const beginningOf = (now: Date): number => now.getTime() - yearDays * day;

/** One day per transaction; a later start continues where this one stopped. Undefined if nothing was missing. */
async function fillYear(pool: Pool, now: Date, signal: AbortSignal): Promise<HistoryFilled | undefined> {
  const began = performance.now();
  const state = await sql.demoState.maybe(pool);
  const first = beginningOf(now);
  if (!state || state.filled_from.getTime() <= first) return undefined;
  const ids = await findBase(pool);
  let orders = 0;
  for (let until = state.filled_from; until.getTime() > first; until = new Date(until.getTime() - day)) {
    const dayBegan = performance.now();
    orders += await fillDay(pool, until, ids);
    await sleep((performance.now() - dayBegan) * restPerWork, undefined, { signal });
  }
  const { bytes } = await sql.databaseSize.one(pool);
  return { orders, seconds: Math.round((performance.now() - began) / 1000), bytes };
}

const fillDay = (pool: Pool, until: Date, ids: Ids): Promise<number> =>
  transaction(pool, async (db) => {
    const from = new Date(until.getTime() - day);
    const orders = ordersBetween(chairs, from, until).filter(({ endedAt }) => endedAt !== null);
    await insertOrders(db, orders, ids);
    await sql.moveBeginning(db, from);
    return orders.length;
  });
