import type { InputOf } from '@recline/contract/call';
import type { feedback as calls } from '@recline/contract/feedback';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import { readCursor, writeCursor } from '../../platform/cursor.ts';
import { type Pool, transaction, violatedConstraint } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import { type Caller, requireOutlet } from '../../platform/http/caller.ts';
import { languageOf } from '../../platform/http/calls.ts';
import { parseId } from '../../platform/ids.ts';
import { maySeeOrder, publishOrders, toOrder } from '../orders/index.ts';
import type { Uploads } from '../uploads/index.ts';
import * as sql from './feedback.sql.ts';

type Calls = typeof calls;

export interface FeedbackDeps {
  pool: Pool;
  clock: Clock;
  uploads: Uploads;
}

/** Feedback is visible to those who may see its order. */
function requireVisible<O extends { placed_by: number | null; outlet_id: number }>(
  caller: Caller,
  order: O | undefined,
): O {
  if (!order || !maySeeOrder(caller, order)) throw fail('notFound');
  return order;
}

export function makeFeedback({ pool, clock, uploads }: FeedbackDeps) {
  async function insert(caller: Caller, input: InputOf<Calls['insert']>, request: FastifyRequest): Promise<number> {
    const order = requireVisible(caller, await sql.orderFacts.maybe(pool, parseId(input.orderId)));
    if (order.placed_by !== caller.accountId) throw fail('forbidden');
    if (!order.counts) throw fail('conflict');
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
        await sql.noteSender(db, id, languageOf(request), input.client ?? null);
        await uploads.claim(db, caller, id, files, request);
        await publishOrders(db, [order]);
        return id;
      });
    } catch (error) {
      if (violatedConstraint(error) === 'feedback_order_id_key') throw fail('feedbackExists');
      throw error;
    }
  }

  async function get(caller: Caller, orderId: string, request: FastifyRequest) {
    const row = requireVisible(caller, await sql.feedbackOfOrder.maybe(pool, parseId(orderId)));
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
      await publishOrders(db, [order]);
    });
  }

  return { insert, get, list, reply };
}

export type Feedback = ReturnType<typeof makeFeedback>;

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
