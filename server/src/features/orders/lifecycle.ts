import type { Db } from '../../platform/db.ts';
import { abandonAttempts, cashEntry, paidOrders, type RefundRequest, requestRefunds } from '../payments/index.ts';
import { type AddressedCommand, rowOf, startCommand, writeStarts, writeStops } from './commands.ts';
import { decide, type OrderState, type Transition } from './lifecycle.rules.ts';
import * as sql from './lifecycle.sql.ts';

/**
 * The only writer of an order's status. Both functions take any number of orders, run in the caller's transaction, and
 * write with the orders whatever belongs to the change: ledger entries, refunds, coupons, commands, notifications.
 */

/** What is left to do after the commit. */
export interface Applied {
  /** The orders as they are now; an order that did not allow its transition is not among them. */
  changed: OrderState[];
  commands: AddressedCommand[];
  refundsDue: boolean;
}

export const nothingApplied: Applied = { changed: [], commands: [], refundsDue: false };

export const combine = (one: Applied, other: Applied): Applied => ({
  changed: [...one.changed, ...other.changed],
  commands: [...one.commands, ...other.commands],
  refundsDue: one.refundsDue || other.refundsDue,
});

export interface LifecycleContext {
  now: Date;
  /** How long a chair has to report its start. */
  startWaitMs: number;
}

export type TransitionRequest = Transition & {
  orderId: number;
  /** The chair is told to stop. */
  stopChair?: boolean;
  /** For a refund: who asked for it, and the id of the request. */
  requestedBy?: string;
  requestId?: string | null;
  /** For a refund that was made in the provider's own pages: its number there. */
  madeAtProvider?: string;
};

interface Change {
  request: TransitionRequest;
  before: OrderState;
  after: OrderState;
}

// Transitions -------------------------------------------------------------------------------

const idsOf = (requests: readonly TransitionRequest[]): number[] => requests.map(({ orderId }) => orderId);

/** `locked`: the orders of the requests, where the caller has locked and read them already. */
export async function transition(
  db: Db,
  context: LifecycleContext,
  requests: readonly TransitionRequest[],
  locked?: readonly OrderState[],
): Promise<Applied> {
  if (requests.length === 0) return nothingApplied;
  const orders = locked ?? (await sql.lockOrders(db, idsOf(requests)));
  const changes = await withRefundsOfFailed(db, decideAll(orders, requests));
  if (changes.length === 0) return nothingApplied;
  const after = latest(changes);
  await sql.saveOrders(db, after);
  const refundsDue = await writeMoney(db, context, changes);
  const commands = await writeCommands(db, context, changes);
  return { changed: after, commands, refundsDue };
}

/** Several requests for one order are decided one after the other. */
function decideAll(orders: readonly OrderState[], requests: readonly TransitionRequest[]): Change[] {
  const states = new Map(orders.map((order) => [order.id, order]));
  return requests.flatMap((request) => {
    const before = states.get(request.orderId);
    const after = before && decide(before, request);
    if (!before || !after) return [];
    states.set(request.orderId, after);
    return [{ request, before, after }];
  });
}

const latest = (changes: readonly Change[]): OrderState[] => [
  ...new Map(changes.map(({ after }) => [after.id, after])).values(),
];

const ofStep = (changes: readonly Change[], step: TransitionRequest['step']): Change[] =>
  changes.filter(({ request }) => request.step === step);

/** A payment for an order that did not start is refunded. A coupon that was sold before becomes usable again. */
async function withRefundsOfFailed(db: Db, changes: Change[]): Promise<Change[]> {
  const failed = ofStep(changes, 'fail').map(({ after }) => after.id);
  if (failed.length === 0) return changes;
  const paid = new Set((await paidOrders(db, failed)).map((row) => row.order_id));
  return changes.map((change) =>
    change.request.step === 'fail' && paid.has(change.after.id)
      ? { ...change, after: { ...change.after, refunded_amount: change.after.amount } }
      : change,
  );
}

/** Requests the refunds, closes payments that are no longer awaited, and voids coupons whose cash goes back. */
async function writeMoney(db: Db, { now }: LifecycleContext, changes: readonly Change[]): Promise<boolean> {
  const refunds = changes.flatMap(refundOf);
  await requestRefunds(db, refunds, now);
  const decided = changes.filter(({ before }) => before.status === 'pending').map(({ after }) => after.id);
  if (decided.length > 0) await abandonAttempts(db, decided, now);
  const coupons = ofStep(changes, 'fail').flatMap(({ after }) => after.cash_coupon_no ?? []);
  if (coupons.length > 0) await sql.voidIssuedCoupons(db, coupons, now);
  return refunds.length > 0;
}

function refundOf({ request, before, after }: Change): RefundRequest[] {
  const amount = after.refunded_amount - before.refunded_amount;
  if (amount <= 0) return [];
  const { requestedBy = 'system', requestId = null, madeAtProvider } = request;
  const reason = 'reason' in request ? request.reason : '';
  const { id: orderId, currency } = after;
  return [{ orderId, amount, currency, reason, requestedBy, requestId, ...(madeAtProvider && { madeAtProvider }) }];
}

async function writeCommands(db: Db, { now, startWaitMs }: LifecycleContext, changes: readonly Change[]) {
  const toStart = ofStep(changes, 'pay').map(({ after }) => after);
  const toStop = changes.filter(({ request }) => request.stopChair).map(({ after }) => after);
  const starts = await writeStarts(db, toStart, now, startWaitMs);
  return [...starts, ...(await writeStops(db, toStop, now))];
}

// Placing -----------------------------------------------------------------------------------

export interface OrderToPlace {
  order: sql.NewOrder;
  /** Cash taken for it: recorded in the ledger under this reference. */
  cash?: { provider: 'cash' | 'coin'; ref: string };
  /** The cash coupon that is issued with it, and until when. */
  couponUntil?: Date;
}

/**
 * Inserts orders. One whose chair, coupon, request or unpaid slot is taken is not placed: `placed` has undefined in its
 * position, and nothing of it is written.
 */
export async function place(
  db: Db,
  { now, startWaitMs }: LifecycleContext,
  orders: readonly OrderToPlace[],
): Promise<Applied & { placed: (OrderState | undefined)[] }> {
  const rows = await sql.insertOrders(
    db,
    orders.map(({ order }) => order),
  );
  const placed = matchRows(rows, orders);
  const pairs = orders.flatMap((asked, index) => (placed[index] ? [{ ...asked, row: placed[index] }] : []));
  const commands = rows
    .filter(({ status }) => status === 'starting')
    .map((order) => startCommand(order, now, startWaitMs));
  await sql.insertWithOrders(
    db,
    pairs.flatMap(issuedCoupon),
    pairs.flatMap(({ cash, row }) => cashOf(cash, row, now)),
    commands.map((command) => rowOf(command, now)),
  );
  return { placed, changed: rows, commands, refundsDue: false };
}

const cashOf = (cash: OrderToPlace['cash'], row: OrderState, now: Date) =>
  cash
    ? cashEntry({ ...cash, orderId: row.id, amount: row.amount, currency: row.currency, at: row.started_at ?? now })
    : [];

/** Each row belongs to one order of the list: a request that stands in it twice is placed once. */
function matchRows(rows: readonly sql.PlacedOrder[], orders: readonly OrderToPlace[]): (sql.PlacedOrder | undefined)[] {
  const left = new Set(rows);
  return orders.map(({ order }) => {
    const found = [...left].find((row) => isRowOf(row, order));
    if (found) left.delete(found);
    return found;
  });
}

/** A request is unique for its account; a coin has neither, and is placed alone on its chair. */
const isRowOf = (row: sql.PlacedOrder, order: sql.NewOrder): boolean =>
  row.placed_by === order.placed_by && row.request_id === order.request_id && row.device_id === order.device_id;

function issuedCoupon({ order, couponUntil }: OrderToPlace): sql.IssuedCoupon[] {
  const { cash_coupon_no: no, outlet_id, amount, currency, placed_by, created_at } = order;
  if (!couponUntil || no === null || placed_by === null) return [];
  return [{ no, outlet_id, amount, currency, issued_by: placed_by, created_at, expires_at: couponUntil }];
}
