import { statement } from '../../platform/db.ts';

/** Refunds whose money has not arrived, by state, and the seconds since the oldest was requested. */
export const refundBacklog = statement<{ state: string; refunds: number; age: number }, []>(
  'refunds.backlog',
  `SELECT state, count(*) AS refunds, extract(epoch FROM now() - min(created_at))::float8 AS age
   FROM refunds WHERE state <> 'done' AND closed_at IS NULL GROUP BY state`,
);
