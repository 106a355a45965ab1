import type { Db } from '../../platform/db.ts';
import { publish } from '../../platform/notify.ts';
import * as ledger from '../payments/ledger.ts';
import * as sql from './orders.life.sql.ts';
import { endTime, next, type OrderStep, startTime } from './orders.rules.ts';
import { refuseWord } from './orders.word.ts';

type Facts = Omit<sql.Change, 'status'>;

/**
 * One step of an order's life, inside the caller's transaction, with the order's row locked. Undefined:
 * the order is past it, and nothing was done.
 */
export async function take(
  db: Db,
  order: sql.LifeRow,
  step: OrderStep,
  facts: Facts,
): Promise<sql.LifeRow | undefined> {
  const status = next(order.status, step);
  if (status === undefined) return undefined;
  const { startedAt = null, endsAt = null, endedAt = null, reason = null } = facts;
  const changed = await sql.changeOrder.one(db, order.id, status, startedAt, endsAt, endedAt, reason);
  await announce(db, changed);
  return changed;
}

export const announce = (db: Db, order: sql.LifeRow): Promise<void> =>
  publish(db, 'order', {
    orderId: order.id,
    outletId: order.outlet_id,
    deviceId: order.device_id,
    placedBy: order.placed_by,
    status: order.status,
  });

export const start = (db: Db, order: sql.LifeRow, startedAt: Date) =>
  take(db, order, 'start', { startedAt, endsAt: endTime(startedAt, order.minutes) });

/**
 * The chair did not start: money that was paid goes back, and the coupon is free again (by its index). Where it
 * gave its word that it did, it runs, and whoever was told so was told the truth.
 */
export async function failStart(db: Db, order: sql.LifeRow, reason: string, now: Date) {
  if (next(order.status, 'fail') === undefined) return undefined;
  const word = await refuseWord(db, order.id, now);
  if (word) return start(db, order, startTime(word, order.created_at, now));
  const failed = await take(db, order, 'fail', { endedAt: now, reason });
  if (!failed) return undefined;
  await ledger.owe(db, order.id, reason, now);
  if (order.cash_coupon_no !== null) await sql.voidCoupon(db, order.cash_coupon_no, order.placed_by, now);
  return failed;
}

export const cancel = (db: Db, order: sql.LifeRow, reason: string, now: Date) =>
  take(db, order, 'cancel', { endedAt: now, reason });

/** An order that ends without its start ever having been told ran all the same. */
export function end(db: Db, order: sql.LifeRow, endedAt: Date, reason: string, ranSeconds = 0) {
  if (order.started_at !== null) {
    const notBefore = new Date(Math.max(endedAt.getTime(), order.started_at.getTime()));
    return take(db, order, 'end', { endedAt: notBefore, reason });
  }
  const startedAt = new Date(Math.max(endedAt.getTime() - ranSeconds * 1000, order.created_at.getTime()));
  const ended = new Date(Math.max(endedAt.getTime(), startedAt.getTime()));
  return take(db, order, 'end', { startedAt, endsAt: endTime(startedAt, order.minutes), endedAt: ended, reason });
}
