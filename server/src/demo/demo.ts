import { setTimeout as sleep } from 'node:timers/promises';
import { pauseCounting, refillRevenue, resumeCounting } from '../features/revenue/index.ts';
import { withoutIndexes } from '../platform/bulk.ts';
import type { Clock } from '../platform/clock.ts';
import { type Db, makePool, type Pool, transaction } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { secret } from '../platform/secrets.ts';
import * as sql from './demo.sql.ts';
import { addMissingCounters, findBase, insertBase } from './fill-base.ts';
import { insertFeedback, insertOrders } from './fill-orders.ts';
import { asOf, type DemoOrder, orderBlocks, ordersBetween } from './orders.ts';
import { chairs, workedAt } from './places.ts';
import { prepareRefusedRefund } from './waiting.ts';

const day = 86_400_000;
/** Filled before the server is ready; the rest of the year follows in the background (`history.ts`). */
const firstDays = 35;
/** A shorter pause leaves no gap that a chart would show. */
const gapMs = 60_000;
const overdueWaitMs = 20_000;

/** Fills an empty database with the demo of the last weeks, in one transaction. Any other database is left unchanged. */
export const fillDemo = (databaseUrl: string, clock: Clock, log: Log, days = firstDays): Promise<void> =>
  withPool(databaseUrl, async (pool) => {
    const began = performance.now();
    const key = await secret(pool, 'demo-chairs');
    const orders = await transaction(pool, async (db) => {
      await sql.oneAtATime(db);
      return (await sql.hasOutlets.one(db)).found ? 0 : fill(db, clock(), days, key);
    });
    if (orders > 0) await finish(pool, log, orders, began);
  });

/** Fills the time since the demo last ran. Called once orders can end, so that those of the last run are over. */
export const fillDemoGap = (databaseUrl: string, clock: Clock, log: Log): Promise<void> =>
  withPool(databaseUrl, async (pool) => {
    const began = performance.now();
    const key = await secret(pool, 'demo-chairs');
    await untilNoneIsOverdue(pool, clock);
    const orders = await transaction(pool, async (db) => {
      await sql.oneAtATime(db);
      const state = await sql.demoState.maybe(db);
      return state ? fillGap(db, state.filled_until, clock(), key) : 0;
    });
    if (orders > 0) await finish(pool, log, orders, began);
  });

async function withPool(databaseUrl: string, work: (pool: Pool) => Promise<void>): Promise<void> {
  const pool = makePool(databaseUrl, { max: 1, patient: true }); // a slow machine needs minutes
  try {
    await work(pool);
  } finally {
    await pool.end();
  }
}

async function finish(pool: Pool, log: Log, orders: number, began: number): Promise<void> {
  await sql.tidyUp(pool);
  log.info({ orders, ms: Math.round(performance.now() - began) }, 'demo filled');
}

/** The server ends overdue orders within seconds of its start. */
async function untilNoneIsOverdue(pool: Pool, clock: Clock): Promise<void> {
  for (const deadline = performance.now() + overdueWaitMs; performance.now() < deadline; await sleep(200))
    if (!(await sql.hasOverdue.one(pool, clock())).found) return;
}

async function fill(db: Db, now: Date, days: number, key: string): Promise<number> {
  const ids = await insertBase(db, now, key);
  const from = new Date(now.getTime() - days * day);
  const isPossible = ({ chair, createdAt }: DemoOrder) => workedAt(chair, createdAt, now);
  // The statistics are computed once at the end: the trigger would take most of the time.
  await pauseCounting(db);
  let orders = 0;
  await withoutIndexes(db, ['orders', 'payment_attempts', 'ledger', 'coupons', 'cash_coupons'], async () => {
    // The next block is generated while the database inserts this one.
    let inserting: Promise<void> = Promise.resolve();
    for (const block of orderBlocks(chairs, from, now)) {
      await inserting;
      const current = block.filter(isPossible).flatMap((order) => asOf(now, order));
      inserting = insertOrders(db, current, ids);
      orders += current.length;
    }
    await inserting;
  });
  await resumeCounting(db);
  await refillRevenue(db);
  await insertFeedback(db, ordersBetween(chairs, from, now).filter(isPossible), ids, now);
  await prepareRefusedRefund(db, now);
  await sql.markFilled(db, now, from);
  return orders;
}

/** Adds the orders of the pause, on chairs that were not in use; orders that are not over are running. */
async function fillGap(db: Db, since: Date, now: Date, key: string): Promise<number> {
  await addMissingCounters(db, key);
  if (now.getTime() - since.getTime() < gapMs) return 0;
  const begin = new Date(Math.max(since.getTime(), now.getTime() - 365 * day));
  const taken = Map.groupBy(await sql.takenSince(db, begin), (order) => order.device_id);
  const isFree = ({ chair, createdAt, endedAt }: DemoOrder) =>
    (taken.get(chair.deviceId) ?? []).every(({ since, until }) => until < createdAt || since > (endedAt ?? createdAt));
  const held = new Set([...taken.values()].flat().flatMap(({ is_held, device_id }) => (is_held ? device_id : [])));
  const working = chairs.filter(({ brokenHours }) => brokenHours === null);
  const orders = ordersBetween(working, begin, now)
    .filter(isFree)
    .flatMap((order) => asOf(now, order))
    .filter(({ endedAt, chair }) => endedAt !== null || !held.has(chair.deviceId));
  await insertOrders(db, orders, await findBase(db));
  await sql.moveEnd(db, now);
  return orders.length;
}

/** Simulated guests leave no gap to fill. */
export const keepFilled = (db: Db, now: Date): Promise<unknown> => sql.moveEnd(db, now);

/** Unused coupon numbers to try, one of each kind. */
export const demoCoupons = (db: Db, now: Date) => sql.unusedCoupons(db, now);
