import { statement } from '../../../platform/db.ts';

export interface ChairMoment {
  at: Date;
  what: string;
  details: unknown;
}

/** The orders, events and failed messages of the chair $1, newest first; at most $2 of each, and in all. */
export const chairMoments = statement<ChairMoment, [string, number]>(
  'chairHistory.moments',
  `SELECT at, what, details FROM (
     (SELECT at, 1 AS turn, 'order ' || status AS what, jsonb_strip_nulls(jsonb_build_object('orderId', id, 'type', type,
         'payType', pay_type, 'minutes', minutes, 'amount', amount, 'currency', currency, 'reason', end_reason)) AS details
       FROM orders WHERE device_id = $1 ORDER BY at DESC, id DESC LIMIT $2)
     UNION ALL (SELECT at, 2, 'chair says ' || type, jsonb_strip_nulls(jsonb_build_object('orderId', order_id,
         'bootId', boot_id, 'seq', seq, 'code', payload ->> 'code', 'totalCoins', payload -> 'totalCoins',
         'offline', nullif(offline, false), 'suspicion', suspicion))
       FROM device_events WHERE device_id = $1 ORDER BY at DESC LIMIT $2)
     UNION ALL (SELECT failed_at, 3, 'message failed', jsonb_build_object('id', id, 'kind', kind)
       FROM dead_letters WHERE device_id = $1 ORDER BY id DESC LIMIT $2)
   ) moments ORDER BY at DESC, turn DESC LIMIT $2`,
);

/** Which of these events, by chair and event id, are stored. */
export const storedEvents = statement<{ device_id: string; event_id: string }, [string[], string[]]>(
  'chairHistory.storedEvents',
  `SELECT device_id, event_id FROM device_events
   JOIN unnest($1::text[], $2::text[]) AS v (device_id, event_id) USING (device_id, event_id)`,
);
