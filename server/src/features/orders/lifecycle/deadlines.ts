import { eachInGroup } from '../../../platform/batch.ts';
import { stopsToRepeat } from '../chair/commands.ts';
import type { Orders } from '../environment.ts';
import * as sql from './deadlines.sql.ts';
import { unpaidSince } from './lifecycle.rules.ts';
import { change, type OrderStore, orderTransaction, type Step } from './lifecycle.service.ts';
import { lockOrder } from './lifecycle.sql.ts';

type Judging = OrderStore &
  Pick<Orders, 'log' | 'metrics' | 'timing' | 'payMinutes' | 'send' | 'readUntil' | 'startedAt'>;

/** Handles all orders past a deadline, and resends stops. `lastLook`: the time of the previous call. */
export async function sweep(orders: Judging, lastLook: Date): Promise<void> {
  const now = orders.clock();
  const unpaid = await sql.overduePayments(orders.pool, unpaidSince(now, orders.payMinutes));
  await changeAll(
    orders,
    unpaid.map(({ id }) => ({ id, step: { step: 'cancel', at: now, reason: 'unpaid' } })),
  );
  for (const overdue of [sql.overdueEnds, sql.overdueStops])
    await changeAll(
      orders,
      (await overdue(orders.pool, now)).map(({ id }) => ({ id, step: { step: 'expire' } })),
    );
  await failOverdueStarts(orders, now, null);
  const firstMs = orders.timing.resendAfterMs[0] ?? orders.timing.startWaitMs;
  for (const stop of await stopsToRepeat(orders.pool, now, lastLook, firstMs)) orders.send(stop.deviceId, stop.command);
}

/** Fails one start at its deadline. Returns false while messages from before the deadline are unread. */
export async function giveUpStart(orders: Judging, id: number): Promise<boolean> {
  await failOverdueStarts(orders, orders.clock(), id);
  return !(await sql.isStarting.one(orders.pool, id)).starting;
}

/**
 * A start that was sent before this server started gets the full wait again: chairs reconnect after a restart and then
 * report.
 */
async function failOverdueStarts(orders: Judging, now: Date, id: number | null): Promise<void> {
  const { pool, startedAt, timing, readUntil } = orders;
  const isSettlingIn = now.getTime() < startedAt.getTime() + timing.startWaitMs;
  const judged = new Date(Math.min(now.getTime(), (await readUntil()).getTime()));
  const starts = await sql.overdueStarts(pool, judged, isSettlingIn ? startedAt : new Date(0), id);
  await changeAll(
    orders,
    starts.map((start) => ({ id: start.id, step: { step: 'fail', at: now, reason: 'no answer' } })),
  );
}

interface Overdue {
  id: number;
  step: Step;
}

/**
 * Tries one transaction for all. If it fails, each order gets its own, so that a failing one does not block the others.
 */
async function changeAll(orders: Judging, overdue: readonly Overdue[]): Promise<void> {
  const sorted = overdue.toSorted((one, other) => one.id - other.id);
  const results = await eachInGroup(sorted, { ...orders, name: 'overdue' }, (group) =>
    orderTransaction(orders, async (tx) => {
      for (const { id, step } of group) {
        const order = await lockOrder(tx.db, id);
        if (order) await change(tx, order, step);
      }
      return group;
    }),
  );
  for (const [index, result] of results.entries())
    if (result.status === 'rejected')
      orders.log.error({ err: result.reason, orderId: sorted[index]?.id }, 'an overdue order could not be changed');
}

/** The chairs of all starting orders, to be queried after the server has started. */
export async function chairsToQuery(pool: Orders['pool']): Promise<string[]> {
  return (await sql.startingChairs(pool)).map((row) => row.device_id);
}
