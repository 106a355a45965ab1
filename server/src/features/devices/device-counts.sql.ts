import { statement } from '../../platform/db.ts';

/** How many chairs an outlet has in each state. A faulty chair that is online counts as faulty. */
export const chairCounts = statement<{ outlet_id: number; state: 'online' | 'offline' | 'fault'; chairs: number }, []>(
  'devices.chairCounts',
  `SELECT outlet_id, CASE WHEN NOT online THEN 'offline' WHEN fault_code IS NOT NULL THEN 'fault' ELSE 'online' END AS state,
     count(*) AS chairs
   FROM devices WHERE retired_at IS NULL GROUP BY 1, 2`,
);
