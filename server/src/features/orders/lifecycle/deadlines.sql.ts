import { statement } from '../../../platform/db.ts';

const perSweep = 100;

// Sorted as the index of open orders is: by id, PostgreSQL might scan all orders.

/**
 * Starts that were not reported by their deadline, which was before `$1`. `$2`: starts sent before this instant are not
 * judged yet. `$3`: this order only. A subquery instead of a join: the plan of a join that is made while `commands` is
 * empty compares every starting order with every command.
 */
export const overdueStarts = statement<{ id: number }, [Date, Date, number | null]>(
  'deadlines.starts',
  `SELECT o.id FROM orders o
   WHERE o.status = 'starting' AND ($3::bigint IS NULL OR o.id = $3)
     AND (SELECT c.expires_at <= $1 AND c.created_at >= $2 FROM commands c
       WHERE c.order_id = o.id AND c.type = 'start')
   ORDER BY o.created_at LIMIT ${perSweep}`,
);

export const overduePayments = statement<{ id: number }, [Date]>(
  'deadlines.payments',
  `SELECT id FROM orders WHERE status = 'pending' AND created_at <= $1 ORDER BY created_at LIMIT ${perSweep}`,
);

export const overdueEnds = statement<{ id: number }, [Date]>(
  'deadlines.ends',
  `SELECT id FROM orders WHERE status = 'running' AND ends_at <= $1 ORDER BY ends_at LIMIT ${perSweep}`,
);

/** Stops that no chair has answered until the end of the time that was bought. */
export const overdueStops = statement<{ id: number }, [Date]>(
  'deadlines.stops',
  `SELECT id FROM orders WHERE stop = 'asked' AND ends_at <= $1 ORDER BY ends_at LIMIT ${perSweep}`,
);

export const startingChairs = statement<{ device_id: string }, []>(
  'deadlines.startingChairs',
  `SELECT DISTINCT device_id FROM orders WHERE status = 'starting'`,
);

export const isStarting = statement<{ starting: boolean }, [number]>(
  'deadlines.isStarting',
  `SELECT status = 'starting' AS starting FROM orders WHERE id = $1`,
);
