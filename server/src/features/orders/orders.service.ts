import { maskMobile } from '@recline/contract/mobile';
import type { Order } from '@recline/contract/orders';
import type { StopRefund } from '@recline/contract/stop-refund';
import { isIn, startedStatuses } from '@recline/contract/values';
import type { Clock } from '../../platform/clock.ts';
import { readCursor, writeCursor } from '../../platform/cursor.ts';
import { type Db, type Pool, transaction } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { parseId } from '../../platform/ids.ts';
import { record } from '../audit/index.ts';
import { hasRefund, type Payments } from '../payments/index.ts';
import { leftToRefund, type OrderState, stopRefundOf } from './lifecycle.rules.ts';
import { lockOrders } from './lifecycle.sql.ts';
import { type Applied, nothingApplied, type TransitionRequest, transition } from './lifecycle.ts';
import { toOrder } from './order.view.ts';
import * as sql from './orders.sql.ts';
import { maySeeOrder, mayStopOrder } from './visibility.ts';

export interface OrderDeps {
  pool: Pool;
  clock: Clock;
  timing: { startWaitMs: number };
  stopRefund: StopRefund;
  payments: Pick<Payments, 'isReturnKeyOf' | 'payerReturned'>;
  followUp(applied: Applied): void;
}

export async function getOrder(
  { pool, clock }: OrderDeps,
  caller: Caller,
  orderId: string,
): Promise<Order & { own: boolean; guestMobile?: string | null }> {
  const [row] = await sql.ordersById(pool, [parseId(orderId)]);
  if (!row || !maySeeOrder(caller, row)) throw fail('notFound');
  const order = { ...toOrder(row, clock()), own: isOwn(caller, row) };
  return caller.role === 'manager' ? { ...order, guestMobile: await guestMobileOf(pool, row.placed_by) } : order;
}

/** Masked: enough to recognise the guest by. */
async function guestMobileOf(pool: Pool, accountId: number | null): Promise<string | null> {
  const guest = accountId === null ? undefined : await sql.guestMobile.maybe(pool, accountId);
  return guest ? maskMobile(guest.mobile) : null;
}

const isOwn = (caller: Caller | null, { placed_by }: { placed_by: number | null }): boolean =>
  caller !== null && placed_by === caller.accountId;

/** The order of a payer who came back, by the key in that address. The provider is asked about the payment at once. */
export async function returnedOrder(
  { pool, clock, payments }: OrderDeps,
  caller: Caller | null,
  { orderId, key }: { orderId: string; key: string },
  querySoon: () => void,
): Promise<Order & { own: boolean }> {
  const id = parseId(orderId);
  if (!(await payments.isReturnKeyOf(id, key))) throw fail('notFound');
  if (await payments.payerReturned(id)) querySoon();
  const [row] = await sql.ordersById(pool, [id]);
  if (!row) throw fail('notFound');
  return { ...toOrder(row, clock()), own: isOwn(caller, row) };
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
    const isGuest = order.placed_by === caller.accountId && caller.role === 'consumer';
    return [...stopRequests(order, now), ...(isGuest ? unusedRefund(deps.stopRefund, order, now) : [])];
  });
  return readOrder(deps, orderId);
}

function stopRequests({ id: orderId, status }: OrderState, at: Date): TransitionRequest[] {
  if (status === 'pending') return [{ orderId, step: 'cancel', at, reason: 'given up' }];
  if (status === 'starting') return [{ orderId, step: 'fail', at, reason: 'stopped', stopChair: true }];
  if (status === 'running') return [{ orderId, step: 'end', at, reason: 'stopped', stopChair: true }];
  return [];
}

function unusedRefund(rule: StopRefund, order: OrderState, at: Date): TransitionRequest[] {
  const amount = rule === 'unused' ? stopRefundOf(order, at) : 0;
  return amount > 0 ? [{ orderId: order.id, step: 'refund', at, reason: 'stopped early', amount }] : [];
}

export interface RefundAsked {
  amount?: number | undefined;
  reason: string;
  requestId?: string | undefined;
}

/** Refunds part of an order, or all that is left. Idempotent by the request's id, and with nothing left. */
export async function refundOrder(
  deps: OrderDeps,
  caller: Caller,
  { orderId, ...asked }: RefundAsked & { orderId: string },
): Promise<Order> {
  const now = deps.clock();
  await change(deps, orderId, now, async (db, order) => {
    if (!maySeeOrder(caller, order)) throw fail('notFound');
    const requests = await refundRequests(db, order, { ...asked, at: now, requestedBy: `account ${caller.accountId}` });
    await recordRefunds(db, caller, order, requests);
    return requests;
  });
  return readOrder(deps, orderId);
}

/** The transition of a refund that somebody asked for; none where it was done before. */
export async function refundRequests(
  db: Db,
  order: OrderState,
  { amount, requestId, ...asked }: RefundAsked & { at: Date; requestedBy: string },
): Promise<TransitionRequest[]> {
  if (requestId !== undefined && (await hasRefund(db, order.id, requestId))) return [];
  const left = leftToRefund(order);
  if (amount === undefined && order.status === 'refunded') return [];
  if (!isIn(startedStatuses, order.status) || (amount ?? 0) > left) throw fail('conflict');
  const wanted = amount ?? left;
  const stopChair = order.status === 'running' && wanted === left;
  const request = { orderId: order.id, step: 'refund', amount: wanted, stopChair } as const;
  return [{ ...request, ...asked, requestId: requestId ?? null }];
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
