import { makeTimeline } from '../../../platform/old-rows.sql.ts';

const nothingIn = (table: string, where = '') => `NOT EXISTS (SELECT FROM ${table} x WHERE x.order_id = t.id${where})`;

/**
 * Orders that were cancelled and never paid. Their closed payment attempts go with them: a payment that arrives later
 * all the same is a difference for staff.
 */
export const oldUnpaidOrders = makeTimeline({
  kind: 'unpaid orders',
  table: 'orders',
  beginning: '(SELECT min(at) FROM orders)',
  at: 'at',
  where: `t.status = 'cancelled' AND ${nothingIn('published_ledger')} AND ${nothingIn('published_payment_differences')}
    AND ${nothingIn('published_payment_attempts', " AND x.state <> 'dead'")} AND ${nothingIn('published_feedback')}
    AND ${nothingIn('device_events')} AND ${nothingIn('commands')}`,
  drop: (where) => `dropped AS (DELETE FROM orders t WHERE ${where} RETURNING 1)`,
});
