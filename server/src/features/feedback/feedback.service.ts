import type { InputOf } from '@recline/contract/call';
import type { feedback as calls } from '@recline/contract/feedback';
import { limits } from '@recline/contract/limits';
import type { Order } from '@recline/contract/orders';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import { readCursor, writeCursor } from '../../platform/cursor.ts';
import { type Db, type Pool, transaction, violatedConstraint } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import { type Caller, requireOutlet } from '../../platform/http/caller.ts';
import { languageOf } from '../../platform/http/calls.ts';
import { parseId } from '../../platform/ids.ts';
import { type RateLimit, requireUses, usesFrom } from '../../platform/rate-limit.ts';
import { outletOfChair } from '../devices/index.ts';
import { maySeeOrder, ordersById, publishOrders, toOrder } from '../orders/index.ts';
import type { Uploads } from '../uploads/index.ts';
import { chairReported } from './channels.ts';
import * as sql from './feedback.sql.ts';

type Calls = typeof calls;

export interface FeedbackDeps {
  pool: Pool;
  clock: Clock;
  uploads: Uploads;
}

const dayMs = 24 * 3600_000;
export const reportsOfAccount: RateLimit = {
  scope: 'chair reports: account',
  max: limits.reportsPerDay,
  windowMs: dayMs,
};
export const reportsOfAddress: RateLimit = {
  scope: 'chair reports: address',
  max: limits.reportsPerDayAndAddress,
  windowMs: dayMs,
};

const reportsOf = (accountId: number, address: string) => [
  { limit: reportsOfAccount, key: String(accountId) },
  ...usesFrom(reportsOfAddress, address),
];

/** Feedback is visible to those who may see its order. */
function requireVisible<O extends { placed_by: number | null; outlet_id: number }>(
  caller: Caller,
  order: O | undefined,
): O {
  if (!order || !maySeeOrder(caller, order)) throw fail('notFound');
  return order;
}

type NewFeedback = InputOf<Calls['insert']>;
type ListInput = InputOf<Calls['list']>;
type ReplyInput = InputOf<Calls['reply']>;
type OrdersById = Map<number | null, Order>;

function insert(
  deps: FeedbackDeps,
  caller: Caller,
  input: NewFeedback,
  address: string,
  request: FastifyRequest,
): Promise<number> {
  if (input.deviceId !== undefined) return insertAboutChair(deps, caller, input, input.deviceId, address, request);
  return insertAboutOrder(deps, caller, input, input.orderId ?? '', request);
}

async function insertAboutOrder(
  deps: FeedbackDeps,
  caller: Caller,
  input: NewFeedback,
  orderId: string,
  request: FastifyRequest,
): Promise<number> {
  const order = requireVisible(caller, await sql.orderFacts.maybe(deps.pool, parseId(orderId)));
  if (order.placed_by !== caller.accountId) throw fail('forbidden');
  if (!order.counts) throw fail('conflict');
  try {
    return await transaction(deps.pool, async (db) => {
      const id = await store(db, deps, caller, input, { orderId: order.id, outletId: order.outlet_id }, request);
      await publishOrders(db, [order]);
      return id;
    });
  } catch (error) {
    if (violatedConstraint(error) === 'feedback_order_id_key') throw fail('feedbackExists');
    throw error;
  }
}

/** A report about a chair without an order: it is broken, or was paid by coin. */
async function insertAboutChair(
  deps: FeedbackDeps,
  caller: Caller,
  input: NewFeedback,
  deviceId: string,
  address: string,
  request: FastifyRequest,
): Promise<number> {
  const chair = await outletOfChair.maybe(deps.pool, deviceId);
  if (!chair) throw fail('unknownDevice');
  return transaction(deps.pool, async (db) => {
    await requireUses(db, reportsOf(caller.accountId, address), deps.clock());
    const id = await store(db, deps, caller, input, { deviceId, outletId: chair.outlet_id, address }, request);
    await chairReported.publish(db, [{ feedbackId: id, outletId: chair.outlet_id }]);
    return id;
  });
}

async function store(
  db: Db,
  { clock, uploads }: FeedbackDeps,
  caller: Caller,
  { problem, description, files, client }: NewFeedback,
  about: { orderId?: number; deviceId?: string; address?: string; outletId: number },
  request: FastifyRequest,
): Promise<number> {
  const { orderId = null, deviceId = null, address, outletId } = about;
  const { id } = await sql.insertFeedback.one(
    db,
    orderId,
    deviceId,
    outletId,
    caller.accountId,
    problem,
    description,
    clock(),
  );
  await sql.noteSender(db, id, languageOf(request), client ?? null);
  await uploads.claim(db, caller, id, files, request, address === undefined ? undefined : { address });
  return id;
}

async function get({ pool, uploads }: FeedbackDeps, caller: Caller, orderId: string, request: FastifyRequest) {
  const row = requireVisible(caller, await sql.feedbackOfOrder.maybe(pool, parseId(orderId)));
  const urls = await uploads.urlsOf([row.feedback_id], request);
  return toFeedback(row, urls);
}

async function list(deps: FeedbackDeps, caller: Caller, input: ListInput, request: FastifyRequest) {
  const { pool, uploads } = deps;
  const outletIds = input.outletId ? [requireOutlet(caller, parseId(input.outletId))] : caller.outletIds;
  // The rule of `maySeeOrder`, as SQL: the call requires `details`, and only feedback of the caller's outlets is read.
  const after = readCursor(input.cursor);
  const status = input.status ?? null;
  const [rows, counts] = await Promise.all([
    sql.listFeedback(pool, outletIds, status, after?.micros ?? null, after?.id ?? null, input.limit + 1),
    sql.countFeedback.one(pool, outletIds),
  ]);
  const shown = rows.slice(0, input.limit);
  const last = rows.length > input.limit ? shown.at(-1) : undefined;
  const urls = await uploads.urlsOf(
    shown.map((row) => row.feedback_id),
    request,
  );
  const orders = await ordersOf(deps, caller, shown);
  return {
    rows: shown.map((row) => toListed(row, urls, orders)),
    nextCursor: last ? writeCursor({ micros: last.micros, id: last.feedback_id }) : null,
    counts,
  };
}

async function ordersOf({ pool, clock }: FeedbackDeps, caller: Caller, rows: sql.FeedbackRow[]): Promise<OrdersById> {
  const ids = rows.flatMap(({ order_id }) => order_id ?? []);
  const now = clock();
  const visible = (await ordersById(pool, ids)).filter((order) => maySeeOrder(caller, order));
  return new Map(visible.map((order) => [order.id, toOrder(order, now)]));
}

async function reply({ pool, clock }: FeedbackDeps, caller: Caller, input: ReplyInput): Promise<void> {
  const id = parseId(input.feedbackId);
  await transaction(pool, async (db) => {
    const { outletIds, accountId } = caller;
    const found = await sql.replyToFeedback.maybe(db, id, outletIds, input.reply, input.status, accountId, clock());
    if (!found) throw fail('notFound');
    await announceReply(db, caller, { id, ...found });
  });
}

/**
 * Throws, which rolls back the reply, if the caller may not see the order. A report is visible like its outlet's
 * orders.
 */
async function announceReply(
  db: Db,
  caller: Caller,
  { id, order_id, outlet_id }: { id: number; order_id: number | null; outlet_id: number },
): Promise<void> {
  if (order_id === null) {
    requireVisible(caller, { placed_by: null, outlet_id });
    return chairReported.publish(db, [{ feedbackId: id, outletId: outlet_id }]);
  }
  await publishOrders(db, [requireVisible(caller, await sql.orderFacts.maybe(db, order_id))]);
}

const toFeedback = (row: sql.FeedbackRow, urls: Map<number, string[]>) => ({
  feedbackId: String(row.feedback_id),
  problem: row.problem,
  description: row.description,
  files: urls.get(row.feedback_id) ?? [],
  createdAt: row.sent_at.toISOString(),
  status: row.feedback_status,
  reply: row.reply,
  repliedAt: row.replied_at?.toISOString() ?? null,
  language: row.language,
  client: row.client,
});

const toListed = (row: sql.ListedRow, urls: Map<number, string[]>, orders: OrdersById) => ({
  ...toFeedback(row, urls),
  deviceId: row.device_id,
  deviceName: row.device_name,
  outletId: String(row.outlet_id),
  outletName: row.outlet_name,
  order: orders.get(row.order_id) ?? null,
});

export const makeFeedback = (deps: FeedbackDeps) => ({
  insert: (caller: Caller, input: NewFeedback, address: string, request: FastifyRequest) =>
    insert(deps, caller, input, address, request),
  get: (caller: Caller, orderId: string, request: FastifyRequest) => get(deps, caller, orderId, request),
  list: (caller: Caller, input: ListInput, request: FastifyRequest) => list(deps, caller, input, request),
  reply: (caller: Caller, input: ReplyInput) => reply(deps, caller, input),
});

export type Feedback = ReturnType<typeof makeFeedback>;
