import type { Order } from '@recline/contract/orders';
import { isIn, startedStatuses } from '@recline/contract/values';
import type { Clock } from '../../platform/clock.ts';
import { readCursor, writeCursor } from '../../platform/cursor.ts';
import { type Db, type Pool, transaction } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import { type Caller, requireOutlet } from '../../platform/http/caller.ts';
import { parseId } from '../../platform/ids.ts';
import { record } from '../audit/index.ts';
import { leftToRefund, type OrderState } from './lifecycle.rules.ts';
import { lockOrders } from './lifecycle.sql.ts';
import { type Applied, nothingApplied, type TransitionRequest, transition } from './lifecycle.ts';
import { toOrder } from './order.view.ts';
import * as sql from './orders.sql.ts';
import { maySeeOrder, mayStopOrder } from './visibility.ts';

export interface OrderDeps {
  pool: Pool;
  clock: Clock;
  timing: { startWaitMs: number };
  followUp(applied: Applied): void;
}

export async function getOrder(
  { pool, clock }: OrderDeps,
  caller: Caller,
  orderId: string,
): Promise<Order & { own: boolean }> {
  const [row] = await sql.ordersById(pool, [parseId(orderId)]);
  if (!row || !maySeeOrder(caller, row)) throw fail('notFound');
  return { ...toOrder(row, clock()), own: row.placed_by === caller.accountId };
}

/** For a caller who was allowed to change it. */
async function readOrder({ pool, clock }: OrderDeps, orderId: string): Promise<Order> {
  const [row] = await sql.ordersById(pool, [parseId(orderId)]);
  if (!row) throw fail('notFound');
  return toOrder(row, clock());
}

export async function ownOrders({ pool, clock }: OrderDeps, caller: Caller, page: { limit: number; cursor?: string }) {
  const from = readCursor(page.cursor);
  const rows = await sql.ordersOfAccount(
    pool,
    caller.accountId,
    from?.micros ?? null,
    from?.id ?? null,
    page.limit + 1,
  );
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  const nextCursor = last && rows.length > page.limit ? writeCursor({ micros: last.at_micros, id: last.id }) : null;
  return { rows: shown.map((row) => toOrder(row, clock())), nextCursor };
}

/** Ends a running order, cancels or fails one that does not run yet; an order that is over does not change. */
export async function stopOrder(deps: OrderDeps, caller: Caller, orderId: string): Promise<Order> {
  const now = deps.clock();
  await change(deps, orderId, now, async (_db, order) => {
    if (!mayStopOrder(caller, order)) throw fail('notFound');
    return stopRequests(order, now);
  });
  return readOrder(deps, orderId);
}

function stopRequests({ id: orderId, status }: OrderState, at: Date): TransitionRequest[] {
  if (status === 'pending') return [{ orderId, step: 'cancel', at, reason: 'given up' }];
  if (status === 'starting') return [{ orderId, step: 'fail', at, reason: 'stopped', stopChair: true }];
  if (status === 'running') return [{ orderId, step: 'end', at, reason: 'stopped', stopChair: true }];
  return [];
}

/** Refunds the rest of the amount. Idempotent: with nothing left the answer is the same. */
export async function refundOrder(deps: OrderDeps, caller: Caller, orderId: string, reason: string): Promise<Order> {
  const now = deps.clock();
  await change(deps, orderId, now, async (db, order) => {
    requireOutlet(caller, order.outlet_id);
    const requests = refundRequests(order, { at: now, reason, requestedBy: `account ${caller.accountId}` });
    await recordRefunds(db, caller, order, requests);
    return requests;
  });
  return readOrder(deps, orderId);
}

export function refundRequests(
  order: OrderState,
  asked: { at: Date; reason: string; requestedBy: string },
): TransitionRequest[] {
  if (order.status === 'refunded') return [];
  if (!isIn(startedStatuses, order.status)) throw fail('conflict');
  const stopChair = order.status === 'running';
  return [{ orderId: order.id, step: 'refund', amount: leftToRefund(order), stopChair, ...asked }];
}

/** A manager's refund is in the audit log like an operator's, with the manager's login. */
async function recordRefunds(db: Db, caller: Caller, order: OrderState, requests: TransitionRequest[]): Promise<void> {
  const before = { status: order.status, refundedAmount: order.refunded_amount };
  for (const request of requests) {
    if (request.step !== 'refund') continue;
    const after = { refundedAmount: order.refunded_amount + request.amount, reason: request.reason };
    await record(db, caller.account, 'order refund', `order ${order.id}`, before, after);
  }
}

/** Locks an order, decides what happens to it, and does it, in one transaction. */
async function change(
  { pool, timing, followUp }: OrderDeps,
  orderId: string,
  now: Date,
  decideOn: (db: Db, order: OrderState) => Promise<TransitionRequest[]>,
): Promise<void> {
  const applied = await transaction(pool, async (db) => {
    const [order] = await lockOrders(db, [parseId(orderId)]);
    if (!order) throw fail('notFound');
    const requests = await decideOn(db, order);
    return requests.length === 0 ? nothingApplied : transition(db, { now, ...timing }, requests);
  });
  followUp(applied);
}
