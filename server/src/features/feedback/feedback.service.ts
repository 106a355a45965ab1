import type { InputOf } from '@recline/contract/call';
import type { feedback as calls } from '@recline/contract/feedback';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import { readCursor, writeCursor } from '../../platform/cursor.ts';
import { type Db, type Pool, transaction, violatedConstraint } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import { type Caller, requireOutlet } from '../../platform/http/caller.ts';
import { parseId } from '../../platform/ids.ts';
import { publish } from '../../platform/notify.ts';
import { toOrder } from '../orders/orders.view.ts';
import type { Uploads } from '../uploads/uploads.service.ts';
import * as sql from './feedback.sql.ts';

type Calls = typeof calls;

export interface FeedbackDeps {
  pool: Pool;
  clock: Clock;
  uploads: Uploads;
}

/** Who may know of an order: whoever placed it, and its outlet's managers. To others it is not there. */
function requireSight(caller: Caller, order: { placed_by: number | null; outlet_id: number } | undefined): void {
  const seen = order && (order.placed_by === caller.accountId || caller.outletIds.includes(order.outlet_id));
  if (!seen) throw fail('notFound');
}

export function makeFeedback({ pool, clock, uploads }: FeedbackDeps) {
  async function insert(caller: Caller, input: InputOf<Calls['insert']>, request: FastifyRequest): Promise<number> {
    const order = await sql.orderFacts.maybe(pool, parseId(input.orderId));
    requireSight(caller, order);
    if (order?.placed_by !== caller.accountId) throw fail('forbidden');
    const { problem, description, files } = input;
    try {
      return await transaction(pool, async (db) => {
        const { accountId } = caller;
        const { id } = await sql.insertFeedback.one(
          db,
          order.id,
          order.outlet_id,
          accountId,
          problem,
          description,
          clock(),
        );
        await uploads.claim(db, caller, id, files, request);
        await publishOrder(db, order);
        return id;
      });
    } catch (error) {
      if (violatedConstraint(error) === 'feedback_order_id_key') throw fail('feedbackExists');
      throw error;
    }
  }

  async function get(caller: Caller, orderId: string, request: FastifyRequest) {
    const row = await sql.feedbackOfOrder.maybe(pool, parseId(orderId));
    requireSight(caller, row);
    if (!row) throw fail('notFound');
    const urls = await uploads.urlsOf([row.feedback_id], request);
    return toFeedback(row, urls);
  }

  async function list(caller: Caller, input: InputOf<Calls['list']>, request: FastifyRequest) {
    const outletIds = input.outletId ? [requireOutlet(caller, parseId(input.outletId))] : caller.outletIds;
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
    const now = clock();
    return {
      rows: shown.map((row) => ({ ...toFeedback(row, urls), order: toOrder(row, now) })),
      nextCursor: last ? writeCursor({ micros: last.micros, id: last.feedback_id }) : null,
      counts,
    };
  }

  async function reply(caller: Caller, input: InputOf<Calls['reply']>): Promise<void> {
    const id = parseId(input.feedbackId);
    await transaction(pool, async (db) => {
      const { outletIds, accountId } = caller;
      const order = await sql.replyToFeedback.maybe(db, id, outletIds, input.reply, input.status, accountId, clock());
      if (!order) throw fail('notFound');
      await publishOrder(db, order);
    });
  }

  return { insert, get, list, reply };
}

export type Feedback = ReturnType<typeof makeFeedback>;

interface Facts {
  id: number;
  outlet_id: number;
  device_id: string;
  placed_by: number | null;
}

/** Open screens that show the order see its feedback and the reply to it. */
const publishOrder = (db: Db, { id, outlet_id, device_id, placed_by }: Facts) =>
  publish(db, 'order', { orderId: id, outletId: outlet_id, deviceId: device_id, placedBy: placed_by });

const toFeedback = (row: sql.FeedbackRow, urls: Map<number, string[]>) => ({
  feedbackId: String(row.feedback_id),
  problem: row.problem,
  description: row.description,
  files: urls.get(row.feedback_id) ?? [],
  createdAt: row.sent_at.toISOString(),
  status: row.feedback_status,
  reply: row.reply,
  repliedAt: row.replied_at?.toISOString() ?? null,
});
