import type { OrderStatus, Problem } from '@recline/contract/dictionary';
import type { FeedbackStatus } from '@recline/contract/feedback';
import { instantOf, microsOf } from '../../platform/cursor.ts';
import { statement } from '../../platform/db.ts';
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
     status NOT IN ('pending', 'cancelled') OR EXISTS (SELECT FROM ledger l WHERE l.order_id = o.id) AS counts
   FROM orders o WHERE id = $1`,
);

export const insertFeedback = statement<{ id: number }, [number, number, number, Problem, string, Date]>(
  'feedback.insert',
  `INSERT INTO feedback (order_id, outlet_id, account_id, problem, description, created_at)
   VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
);

export interface FeedbackRow extends OrderRow {
  feedback_id: number;
  problem: Problem;
  description: string;
  sent_at: Date;
  feedback_status: FeedbackStatus;
  reply: string | null;
  replied_at: Date | null;
  micros: number;
}

const columns = `${orderColumns}, f.problem, f.description, f.created_at AS sent_at, f.status AS feedback_status,
  f.reply, f.replied_at, ${microsOf('f.created_at')} AS micros`;

export const feedbackOfOrder = statement<FeedbackRow, [number]>(
  'feedback.ofOrder',
  `SELECT ${columns} FROM ${orderSource} WHERE f.order_id = $1`,
);

/** Newest first, after a position where one is given. */
export const listFeedback = statement<
  FeedbackRow,
  [number[], FeedbackStatus | null, number | null, number | null, number]
>(
  'feedback.list',
  `SELECT ${columns} FROM ${orderSource}
   WHERE f.outlet_id = ANY($1) AND ($2::text IS NULL OR f.status = $2)
     AND ($3::float8 IS NULL OR (f.created_at, f.id) < (${instantOf('$3::float8')}, $4::bigint))
   ORDER BY f.created_at DESC, f.id DESC LIMIT $5`,
);

export const countFeedback = statement<{ new: number; open: number; done: number }, [number[]]>(
  'feedback.count',
  `SELECT count(*) FILTER (WHERE status = 'new') AS new, count(*) FILTER (WHERE status = 'open') AS open,
     count(*) FILTER (WHERE status = 'done') AS done
   FROM feedback WHERE outlet_id = ANY($1)`,
);

/** Returns no row if the feedback is not for one of these outlets. */
export const replyToFeedback = statement<OrderFacts, [number, number[], string, FeedbackStatus, number, Date]>(
  'feedback.reply',
  `UPDATE feedback f SET reply = $3, status = $4, replied_by = $5, replied_at = $6
   FROM orders o WHERE f.id = $1 AND f.outlet_id = ANY($2) AND o.id = f.order_id
   RETURNING o.id, o.outlet_id, o.device_id, o.placed_by, o.status`,
);

/** When an account becomes part of another. */
export const moveFeedback = statement<never, [number, number]>(
  'feedback.move',
  'UPDATE feedback SET account_id = $2 WHERE account_id = $1',
);
