import { createHmac } from 'node:crypto';
import { pauseCounting, refillRevenue, resumeCounting } from '../features/revenue/index.ts';
import { withoutIndexes } from '../platform/bulk.ts';
import type { Clock } from '../platform/clock.ts';
import { type Db, makePool, type Pool, transaction } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { secret } from '../platform/secrets.ts';
import * as sql from './demo.sql.ts';
import { findBase, insertBase } from './fill-base.ts';
import { insertFeedback, insertOrders } from './fill-orders.ts';
import { asOf, type DemoOrder, orderAt, orderBlocks, ordersBetween } from './orders.ts';
import { chairs } from './places.ts';

const day = 86_400_000;
const feedbackDays = 84;

/**
 * Fills an empty database with the demo, in one transaction. A demo of an earlier day gets the orders since then; any
 * other database is left unchanged.
 */
export async function fillDemo(databaseUrl: string, clock: Clock, log: Log, days = 365): Promise<void> {
  const pool = makePool(databaseUrl, { max: 1, patient: true }); // a slow machine takes minutes
  try {
    await fillWith(pool, clock, log, days);
  } finally {
    await pool.end();
  }
}

async function fillWith(pool: Pool, clock: Clock, log: Log, days: number): Promise<void> {
  const began = performance.now();
  const key = await secret(pool, 'demo-chairs');
  const orders = await transaction(pool, async (db) => {
    await sql.oneAtATime(db);
    const state = await sql.demoState.maybe(db);
    if (state) return topUp(db, state.filled_until, clock());
    if ((await sql.hasOutlets.one(db)).found) return 0;
    return fill(db, clock(), days, key);
  });
  if (orders === 0) return;
  await sql.tidyUp(pool);
  log.info({ orders, ms: Math.round(performance.now() - began) }, 'demo filled');
}

async function fill(db: Db, now: Date, days: number, key: string): Promise<number> {
  const ids = await insertBase(db, now, (deviceId) => chairSecret(key, deviceId));
  // The statistics are computed once at the end: the trigger would take most of the time.
  await pauseCounting(db);
  let orders = 0;
  await withoutIndexes(db, ['orders', 'payment_attempts', 'ledger', 'coupons', 'cash_coupons'], async () => {
    // The next block is generated while the database inserts this one.
    let inserting: Promise<void> = Promise.resolve();
    let last: DemoOrder[] = [];
    for (const block of orderBlocks(chairs, new Date(now.getTime() - days * day), now)) {
      await inserting;
      last = block.flatMap((order) => asOf(now, order));
      inserting = insertOrders(db, last, ids);
      orders += last.length;
    }
    await inserting;
    await insertOrders(db, currentOrders(last, now), ids);
  });
  await resumeCounting(db);
  await refillRevenue(db);
  await insertFeedback(
    db,
    ordersBetween(chairs, new Date(now.getTime() - Math.min(days, feedbackDays) * day), now),
    ids,
    now,
  );
  await sql.markFilled(db, now);
  return orders;
}

/** Orders that are pending or running now, on chairs that were idle when they began. */
function currentOrders(last: DemoOrder[], now: Date): DemoOrder[] {
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const recent = last.filter((order) => order.endedAt === null || order.endedAt > ago(900));
  const taken = new Set(recent.map((order) => order.chair));
  const idle = chairs.filter((chair) => !taken.has(chair) && !chair.faultCode && chair.unpluggedHours === null);
  const wanted = [
    ['cancelled', 20],
    ...[130, 190, 260, 340, 500, 700].map((seconds) => ['finished', seconds] as const),
  ] as const;
  // Evenly spread over the chairs, so that different outlets have some.
  return wanted.flatMap(([status, seconds], index) => {
    const chair = idle[Math.floor((index * idle.length) / wanted.length)];
    return chair ? asOf(now, orderAt(chair, ago(seconds), status)) : [];
  });
}

/** Adds the orders since then that have ended by now, on chairs that were not in use meanwhile. */
async function topUp(db: Db, since: Date, now: Date): Promise<number> {
  if (now.getTime() - since.getTime() < 3600_000) return 0;
  const taken = await sql.takenSince(db, since);
  const isFree = (order: DemoOrder) =>
    taken.every(
      ({ device_id, ...other }) =>
        device_id !== order.chair.deviceId ||
        other.until < order.createdAt ||
        other.since > (order.endedAt ?? order.createdAt),
    );
  const begin = new Date(Math.max(since.getTime(), now.getTime() - 365 * day));
  const orders = ordersBetween(chairs, begin, now).filter(
    (order) => order.endedAt && order.endedAt <= now && isFree(order),
  );
  const ids = await findBase(db);
  await insertOrders(db, orders, ids);
  await sql.markFilled(db, now);
  return orders.length;
}

const chairSecret = (key: string, deviceId: string) => createHmac('sha256', key).update(deviceId).digest('base64url');

export interface ChairToSimulate {
  deviceId: string;
  secret: string;
  /** Its present fault, or null. */
  faultCode: string | null;
  /** Unplugged some hours ago. */
  unplugged: boolean;
}

/** The demo's chairs with their secrets; none where the database has no demo. */
export async function demoChairs(db: Db): Promise<ChairToSimulate[]> {
  const key = await secret(db, 'demo-chairs');
  const known = new Set((await sql.demoDevices(db)).map((row) => row.id));
  return chairs
    .filter(({ deviceId }) => known.has(deviceId))
    .map(({ deviceId, faultCode, unpluggedHours }) => ({
      deviceId,
      secret: chairSecret(key, deviceId),
      faultCode,
      unplugged: unpluggedHours !== null,
    }));
}

/** Unused coupon numbers to try, one of each kind. */
export const demoCoupons = (db: Db, now: Date) => sql.unusedCoupons(db, now);
