import { type OrderStatus, openStatuses } from '@recline/contract/values';
import { statement } from '../../platform/db.ts';
import { sqlList } from '../../platform/rows.ts';

/** How many orders are open, by status. */
export const openOrderCounts = statement<{ status: OrderStatus; orders: number }, []>(
  'orders.openCounts',
  `SELECT status, count(*) AS orders FROM orders WHERE status IN (${sqlList(openStatuses)}) GROUP BY status`,
);
