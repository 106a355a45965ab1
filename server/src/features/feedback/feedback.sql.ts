import { type OrderStatus, type Problem, unpaidStatuses } from '@recline/contract/dictionary';
import type { FeedbackStatus } from '@recline/contract/feedback';
import type { Language } from '@recline/contract/languages';
import { instantOf, microsOf } from '../../platform/cursor.ts';
import { statement } from '../../platform/db.ts';
import { sqlList } from '../../platform/rows.ts';

interface OrderFacts {
  id: number;
  outlet_id: number;
  device_id: string;
  placed_by: number | null;
  status: OrderStatus;
}

/** `counts`: the order was paid or started. Feedback about one that was never paid is refused. */
export const orderFacts = statement<OrderFacts & { counts: boolean }, [number]>(
  'feedback.orderFacts',
  `SELECT id, outlet_id, device_id, placed_by, status,
     status NOT IN (${sqlList(unpaidStatuses)}) OR EXISTS (SELECT FROM published_ledger l WHERE l.order_id = o.id) AS counts
   FROM published_orders o WHERE id = $1`,
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

/** Context for the answer: the sender's language and device. */
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
  `SELECT ${columns}, o.placed_by, o.outlet_id FROM feedback f JOIN published_orders o ON o.id = f.order_id WHERE o.id = $1`,
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
   FROM feedback f LEFT JOIN published_orders o ON o.id = f.order_id
     JOIN published_devices d ON d.id = coalesce(f.device_id, o.device_id) JOIN published_outlets t ON t.id = f.outlet_id
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
export const replyToFeedback = statement<
  { order_id: number | null; outlet_id: number },
  [number, number[], string, FeedbackStatus, number, Date]
>(
  'feedback.reply',
  `UPDATE feedback f SET reply = $3, status = $4, replied_by = $5, replied_at = $6
   WHERE f.id = $1 AND f.outlet_id = ANY($2) RETURNING f.order_id, f.outlet_id`,
);

/** Used when an account is merged into another. */
export const moveFeedback = statement<never, [number, number]>(
  'feedback.move',
  'UPDATE feedback SET account_id = $2 WHERE account_id = $1',
);

// Personal data -----------------------------------------------------------------------------

export const exportFeedback = statement<object, [number[]]>(
  'feedback.export',
  `SELECT id, order_id, device_id, problem, description, reply, language, client, created_at
   FROM feedback WHERE account_id = ANY($1::bigint[]) ORDER BY id`,
);
/** Erases the person's text but keeps the row. */
export const emptyFeedback = statement<{ id: number }, [number[]]>(
  'feedback.empty',
  `UPDATE feedback SET description = '', reply = NULL, language = NULL, client = NULL
   WHERE account_id = ANY($1::bigint[]) RETURNING id`,
);

export const newFeedback = statement<{ n: number }, []>(
  'feedback.new',
  "SELECT count(*) AS n FROM feedback WHERE status = 'new'",
);
