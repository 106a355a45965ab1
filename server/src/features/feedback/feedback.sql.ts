import { type OrderStatus, type Problem, unpaidStatuses } from '@recline/contract/dictionary';
import type { FeedbackStatus } from '@recline/contract/feedback';
import type { Language } from '@recline/contract/languages';
import { instantOf, microsOf } from '../../platform/cursor.ts';
import { statement } from '../../platform/db.ts';
import { sqlList } from '../../platform/rows.ts';
import { type OrderRow, orderColumns, orderSource } from '../orders/index.ts';

interface OrderFacts {
  id: number;
  outlet_id: number;
  device_id: string;
  placed_by: number | null;
  status: OrderStatus;
}

/** `counts`: it was paid or started; one that was never paid, or given up before, is none that feedback can be about. */
export const orderFacts = statement<OrderFacts & { counts: boolean }, [number]>(
  'feedback.orderFacts',
  `SELECT id, outlet_id, device_id, placed_by, status,
     status NOT IN (${sqlList(unpaidStatuses)}) OR EXISTS (SELECT FROM ledger l WHERE l.order_id = o.id) AS counts
   FROM orders o WHERE id = $1`,
);

export const outletOfChair = statement<{ outlet_id: number }, [string]>(
  'feedback.outletOfChair',
  'SELECT outlet_id FROM devices WHERE id = $1 AND retired_at IS NULL',
);

/** About an order, or about a chair: the other is null. */
export const insertFeedback = statement<
  { id: number },
  [number | null, string | null, number, number, Problem, string, Date]
>(
  'feedback.insert',
  `INSERT INTO feedback (order_id, device_id, outlet_id, account_id, problem, description, created_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
);

/** What helps to answer it: the sender's language, and on what it was written. */
export const noteSender = statement<never, [number, Language, string | null]>(
  'feedback.noteSender',
  'UPDATE feedback SET language = $2, client = $3 WHERE id = $1',
);

export interface FeedbackRow {
  feedback_id: number;
  order_id: number | null;
  problem: Problem;
  description: string;
  sent_at: Date;
  feedback_status: FeedbackStatus;
  reply: string | null;
  replied_at: Date | null;
  language: Language | null;
  client: string | null;
  micros: number;
}

const columns = `f.id AS feedback_id, f.order_id, f.problem, f.description, f.created_at AS sent_at,
  f.status AS feedback_status, f.reply, f.replied_at, f.language, f.client, ${microsOf('f.created_at')} AS micros`;

export const feedbackOfOrder = statement<FeedbackRow & { placed_by: number | null; outlet_id: number }, [number]>(
  'feedback.ofOrder',
  `SELECT ${columns}, o.placed_by, o.outlet_id FROM feedback f JOIN orders o ON o.id = f.order_id WHERE o.id = $1`,
);

/** Feedback with the chair it is about. */
export interface ListedRow extends FeedbackRow {
  device_id: string;
  device_name: string;
  outlet_id: number;
  outlet_name: string;
}

/** Newest first, after a position where one is given. */
export const listFeedback = statement<
  ListedRow,
  [number[], FeedbackStatus | null, number | null, number | null, number]
>(
  'feedback.list',
  `SELECT ${columns}, d.id AS device_id, d.name AS device_name, f.outlet_id, t.name AS outlet_name
   FROM feedback f LEFT JOIN orders o ON o.id = f.order_id
     JOIN devices d ON d.id = coalesce(f.device_id, o.device_id) JOIN outlets t ON t.id = f.outlet_id
   WHERE f.outlet_id = ANY($1) AND ($2::text IS NULL OR f.status = $2)
     AND ($3::float8 IS NULL OR (f.created_at, f.id) < (${instantOf('$3::float8')}, $4::bigint))
   ORDER BY f.created_at DESC, f.id DESC LIMIT $5`,
);

export const ordersById = statement<OrderRow, [number[]]>(
  'feedback.orders',
  `SELECT ${orderColumns} FROM ${orderSource} WHERE o.id = ANY($1::bigint[])`,
);

export const countFeedback = statement<{ new: number; open: number; done: number }, [number[]]>(
  'feedback.count',
  `SELECT count(*) FILTER (WHERE status = 'new') AS new, count(*) FILTER (WHERE status = 'open') AS open,
     count(*) FILTER (WHERE status = 'done') AS done
   FROM feedback WHERE outlet_id = ANY($1)`,
);

/** Returns no row if the feedback is not for one of these outlets. */
export const replyToFeedback = statement<
  { order_id: number | null; outlet_id: number },
  [number, number[], string, FeedbackStatus, number, Date]
>(
  'feedback.reply',
  `UPDATE feedback f SET reply = $3, status = $4, replied_by = $5, replied_at = $6
   WHERE f.id = $1 AND f.outlet_id = ANY($2) RETURNING f.order_id, f.outlet_id`,
);

/** When an account becomes part of another. */
export const moveFeedback = statement<never, [number, number]>(
  'feedback.move',
  'UPDATE feedback SET account_id = $2 WHERE account_id = $1',
);
