import { limits } from '@recline/contract/limits';
import type { Order, OrderStopped } from '@recline/contract/orders';
import type { StopRefund } from '@recline/contract/stop-refund';
import { isIn, startedStatuses } from '@recline/contract/values';
import { readCursor, writeCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db.ts';
import { fail } from '../../../platform/error.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { parseId } from '../../../platform/ids.ts';
import { isoOf } from '../../../platform/instants.ts';
import { record } from '../../audit/index.ts';
import { hasRefund, isReturnKeyOf, payerReturned } from '../../payments/index.ts';
import type { Orders } from '../environment.ts';
import { leftToRefund, type OrderState } from '../lifecycle/lifecycle.rules.ts';
import { change, type OrderTx, orderTransaction, type Step } from '../lifecycle/lifecycle.service.ts';
import { lockOrder } from '../lifecycle/lifecycle.sql.ts';
import { maskedMobiles } from './guest-mobiles.ts';
import { type OrderRow, toOrder } from './order.view.ts';
import * as sql from './orders.sql.ts';
import { asKeyHolder, maySeeOrder, mayStopOrder, type Visible } from './visibility.ts';

type OneOrder = Order & { own: boolean; servicePhone: string };

export async function getOrder(
  orders: Orders,
  caller: Caller,
  orderId: string,
): Promise<OneOrder & { guestMobile?: string | null }> {
  const row = await visibleOrder(orders, caller, orderId);
  const order = toOneOrder(orders, caller, row);
  if (caller.role !== 'manager') return order;
  const mobiles = await maskedMobiles(orders.requestPool, [row.placed_by]);
  return { ...order, guestMobile: mobiles.get(row.placed_by ?? 0) ?? null };
}

async function visibleOrder({ requestPool }: Orders, caller: Caller, orderId: string): Promise<Visible<OrderRow>> {
  const [row] = await sql.ordersById(requestPool, [parseId(orderId)]);
  if (!row || !maySeeOrder(caller, row)) throw fail('notFound');
  return row;
}

/** The phone number for questions about it: the outlet's own, if any. */
const toOneOrder = (orders: Orders, caller: Caller | null, row: Visible<OrderRow>) => ({
  ...toOrder(row, orders.clock()),
  own: isOwn(caller, row),
  servicePhone: row.service_phone ?? orders.servicePhone,
});

const isOwn = (caller: Caller | null, { placed_by }: { placed_by: number | null }): boolean =>
  caller !== null && placed_by === caller.accountId;

const keyLivesMs = limits.returnKeyDays * 24 * 3600_000;

/** The key of an order's page is no longer valid. */
const isPast = ({ created_at }: OrderRow, now: Date): boolean =>
  now.getTime() - Date.parse(isoOf(created_at)) > keyLivesMs;

/** The order of a returning payer, by the key in the address. The provider is queried about the payment at once. */
export async function returnedOrder(
  orders: Orders,
  caller: Caller | null,
  { orderId, key }: { orderId: string; key: string },
  querySoon: () => void,
): Promise<OneOrder> {
  const { requestPool: pool, clock, payments } = orders;
  const id = parseId(orderId);
  if (!(await isReturnKeyOf(payments, id, key))) throw fail('notFound');
  if (await payerReturned(payments, id)) querySoon();
  const [row] = await sql.ordersById(pool, [id]);
  if (!row || isPast(row, clock())) throw fail('notFound');
  return toOneOrder(orders, caller, asKeyHolder(row));
}

/** A caller who may stop an order but not see it gets only its status. */
async function stoppedOrder(
  { requestPool, clock }: Orders,
  caller: Caller,
  orderId: string,
): Promise<Order | OrderStopped> {
  const [row] = await sql.ordersById(requestPool, [parseId(orderId)]);
  if (!row) throw fail('notFound');
  return maySeeOrder(caller, row) ? toOrder(row, clock()) : { orderId, status: row.status };
}

export async function ownOrders(
  { requestPool: pool, clock }: Orders,
  caller: Caller,
  page: { limit: number; cursor?: string },
) {
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
  const own = shown.filter((row) => maySeeOrder(caller, row));
  return { rows: own.map((row) => toOrder(row, clock())), nextCursor };
}

/** Ends a running order, cancels or fails one that does not run yet; leaves one that is over unchanged. */
export async function stopOrder(deps: Orders, caller: Caller, orderId: string): Promise<Order | OrderStopped> {
  await changeOrder(deps, orderId, async ({ now }, order) => {
    if (!mayStopOrder(caller, order)) throw fail('notFound');
    const isGuest = order.placed_by === caller.accountId && caller.role === 'consumer';
    return stopSteps(order, now, isGuest ? deps.stopRefund : 'none');
  });
  return stoppedOrder(deps, caller, orderId);
}

function stopSteps({ status }: OrderState, at: Date, refund: StopRefund): Step[] {
  if (status === 'pending') return [{ step: 'cancel', at, reason: 'given up' }];
  if (status === 'starting') return [{ step: 'fail', at, reason: 'stopped' }];
  if (status === 'running') return [{ step: 'stop', at, refund }];
  return [];
}

export interface RefundAsked {
  amount?: number | undefined;
  reason: string;
  requestId?: string | undefined;
}

/** Refunds part of an order, or all that is left. Idempotent by the request's id, and when nothing is left. */
export async function refundOrder(
  deps: Orders,
  caller: Caller,
  { orderId, ...asked }: RefundAsked & { orderId: string },
): Promise<Order> {
  await changeOrder(deps, orderId, async ({ db, now: at }, order) => {
    if (!maySeeOrder(caller, order)) throw fail('notFound');
    const steps = await refundSteps(db, order, { ...asked, at, requestedBy: `account ${caller.accountId}` });
    await recordRefunds(db, caller, order, steps);
    return steps;
  });
  return toOrder(await visibleOrder(deps, caller, orderId), deps.clock());
}

/** The transition of a requested refund; undefined if the request was handled before. */
export async function refundSteps(
  db: Db,
  order: OrderState,
  { amount, requestId, ...asked }: RefundAsked & { at: Date; requestedBy: string },
): Promise<Step[]> {
  if (requestId !== undefined && (await hasRefund(db, order.id, requestId))) return [];
  const left = leftToRefund(order);
  if (amount === undefined && order.status === 'refunded') return [];
  if (!isIn(startedStatuses, order.status) || (amount ?? 0) > left) throw fail('conflict');
  const wanted = amount ?? left;
  return [{ step: 'refund', amount: wanted, ...asked, requestId: requestId ?? null }];
}

/** A manager's refund is in the audit log like an operator's, with the manager's login. */
async function recordRefunds(db: Db, caller: Caller, order: OrderState, steps: Step[]): Promise<void> {
  const { currency } = order;
  const before = { refundedAmount: order.refunded_amount, currency };
  for (const step of steps) {
    if (step.step !== 'refund') continue;
    const after = { refundedAmount: order.refunded_amount + step.amount, currency, reason: step.reason };
    await record(db, caller.account, 'order refund', `order ${order.id}`, before, after);
  }
}

/** Locks an order, decides on a transition, and applies it, in one transaction. */
const changeOrder = (
  orders: Orders,
  orderId: string,
  decideOn: (tx: OrderTx, order: OrderState) => Promise<Step[]>,
): Promise<void> =>
  orderTransaction(orders, async (tx) => {
    let order = await lockOrder(tx.db, parseId(orderId));
    if (!order) throw fail('notFound');
    for (const step of await decideOn(tx, order)) order = (await change(tx, order, step)) ?? order;
  });
