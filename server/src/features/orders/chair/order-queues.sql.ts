import { type OrderStatus, openStatuses } from '@recline/contract/values';
import { statement } from '../../../platform/db.ts';
import { sqlList } from '../../../platform/rows.ts';

/** Open work for an operator: orders that are not over, and chairs' messages that need attention. */
export interface OrderQueues {
  pending: number;
  starting: number;
  running: number;
  dead_letters: number;
  unacked_commands: number;
  /** Of the last 30 days. */
  marked_coins: number;
  marked_device_id: string | null;
  oldest_order_id: number | null;
  oldest_created_at: Date | null;
  oldest_status: string | null;
}

export const orderQueues = statement<OrderQueues, []>(
  'orders.queues',
  `WITH unfinished AS (SELECT id, status, created_at FROM orders WHERE status IN (${sqlList(openStatuses)})),
     oldest AS (SELECT * FROM unfinished ORDER BY created_at LIMIT 1),
     marked AS (SELECT device_id, received_at FROM device_events
       WHERE suspicion IS NOT NULL AND received_at > now() - interval '30 days')
   SELECT (SELECT count(*) FROM unfinished WHERE status = 'pending') AS pending,
     (SELECT count(*) FROM unfinished WHERE status = 'starting') AS starting,
     (SELECT count(*) FROM unfinished WHERE status = 'running') AS running,
     (SELECT count(*) FROM dead_letters WHERE resolved_at IS NULL) AS dead_letters,
     (SELECT count(*) FROM commands WHERE acked_at IS NULL AND expires_at > now()) AS unacked_commands,
     (SELECT count(*) FROM marked) AS marked_coins,
     (SELECT device_id FROM marked ORDER BY received_at DESC LIMIT 1) AS marked_device_id,
     (SELECT id FROM oldest) AS oldest_order_id, (SELECT created_at FROM oldest) AS oldest_created_at,
     (SELECT status FROM oldest) AS oldest_status`,
);

/** How many orders are open, by status. */
export const openOrderCounts = statement<{ status: OrderStatus; orders: number }, []>(
  'orders.openCounts',
  `SELECT status, count(*) AS orders FROM orders WHERE status IN (${sqlList(openStatuses)}) GROUP BY status`,
);
