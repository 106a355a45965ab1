import { statement } from '../../../platform/db.ts';
import { makeDeletion } from '../../../platform/old-rows.sql.ts';

export interface NoticeRow {
  id: number;
  provider: string;
  received_at: Date;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  tries: number;
}
const columns = 'id, provider, received_at, headers, body, tries';

export const insertNotice = statement<{ id: number }, [string, Date, string, Buffer, Date]>(
  'notices.insert',
  `INSERT INTO payment_notices (provider, received_at, headers, body, try_at) VALUES ($1, $2, $3::jsonb, $4, $5)
   RETURNING id`,
);

export const noticeOutcomes = ['taken', 'ignored', 'forged', 'failed'] as const;
export type NoticeOutcome = (typeof noticeOutcomes)[number];

export const judgeNotice = statement<never, [number, NoticeOutcome | null, string | null, Date]>(
  'notices.judge',
  'UPDATE payment_notices SET outcome = $2, detail = $3, tries = tries + 1, try_at = $4 WHERE id = $1',
);

/** Notices that were not judged completely, each taken by one server. */
export const takeUnjudged = statement<NoticeRow, [Date, Date]>(
  'notices.takeUnjudged',
  `UPDATE payment_notices SET try_at = $2 WHERE id IN (
     SELECT id FROM payment_notices WHERE outcome IS NULL AND try_at <= $1 ORDER BY try_at LIMIT 100
     FOR UPDATE SKIP LOCKED)
   RETURNING ${columns}`,
);

/** Marks a notice to be judged again by the servers. */
export const replayNotice = statement<{ id: number; provider: string }, [number, Date]>(
  'notices.replay',
  'UPDATE payment_notices SET outcome = NULL, detail = NULL, tries = 0, try_at = $2 WHERE id = $1 RETURNING id, provider',
);

export interface ListedNotice {
  id: number;
  provider: string;
  received_at: Date;
  outcome: NoticeOutcome | null;
  detail: string | null;
}

/** The newest notices, of one outcome or of all. */
export const listNotices = statement<ListedNotice, [string | null, number]>(
  'notices.list',
  `SELECT id, provider, received_at, outcome, detail FROM payment_notices
   WHERE $1::text IS NULL OR outcome = $1 ORDER BY id DESC LIMIT $2`,
);

/** Forged notices can be sent by anybody: only the newest are kept. */
export const forgetForged = statement<never, [number]>(
  'notices.forgetForged',
  `DELETE FROM payment_notices WHERE outcome = 'forged' AND id < coalesce(
     (SELECT id FROM payment_notices WHERE outcome = 'forged' ORDER BY id DESC OFFSET $1 LIMIT 1), 0)`,
);

/** A payment is recorded once per attempt, even if notices about it remain. */
export const oldNotices = makeDeletion('notices', {
  table: 'payment_notices',
  key: 'id',
  at: 'received_at',
  where: 'outcome IS NOT NULL',
});
