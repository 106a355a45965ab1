import { holdingStatuses, startedStatuses } from '@recline/contract/dictionary';
import type { ChairEvent } from '@recline/contract/topics';
import { statement } from '../../platform/db.ts';
import { insertRows, sqlList } from '../../platform/rows.ts';
import type { OrderState } from './lifecycle.rules.ts';
import { stateColumns } from './lifecycle.sql.ts';

export interface KnownChair {
  id: string;
  outlet_id: number;
}

export const knownChairs = statement<KnownChair, [string[]]>(
  'chairEvents.chairs',
  'SELECT id, outlet_id FROM devices WHERE id = ANY($1)',
);

/** The orders that events name, on the events' own chairs. A chair knows a coin's order by the coin's event id. */
export const namedOrders = statement<{ device_id: string; name: string; order_id: number }, [string[], string[]]>(
  'chairEvents.namedOrders',
  `SELECT v.device_id, v.name, o.id AS order_id
   FROM unnest($1::text[], $2::text[]) AS v (device_id, name)
   JOIN orders o ON o.device_id = v.device_id AND o.id = CASE
     WHEN v.name ~ '^[1-9][0-9]{0,14}$' THEN v.name::bigint
     ELSE (SELECT e.order_id FROM device_events e
           WHERE e.device_id = v.device_id AND e.event_id = v.name AND e.type = 'coin') END`,
);

export interface NewEvent {
  device_id: string;
  event_id: string;
  type: ChairEvent['type'];
  boot_id: string;
  seq: number;
  at: Date;
  received_at: Date;
  clock_distrusted: boolean;
  offline: boolean;
  order_id: number | null;
  payload: ChairEvent;
}

/** Stores events; those that were stored before are left out of the result. */
export const insertEvents = insertRows<NewEvent, { device_id: string; event_id: string }>(
  'chairEvents.insert',
  'device_events',
  {
    device_id: true,
    event_id: true,
    type: true,
    boot_id: true,
    seq: true,
    at: true,
    received_at: true,
    clock_distrusted: true,
    offline: true,
    order_id: true,
    payload: true,
  },
  { returning: 'device_id, event_id', onConflict: 'ON CONFLICT DO NOTHING' },
);

export const ordersById = statement<OrderState, [number[]]>(
  'chairEvents.orders',
  `SELECT ${stateColumns} FROM orders WHERE id = ANY($1::bigint[])`,
);

/** Whether a chair is held now, and whether any other order had it between two instants. */
export const chairUse = statement<{ held: boolean; overlapping: boolean }, [string, Date, Date]>(
  'chairEvents.chairUse',
  `SELECT EXISTS (SELECT FROM orders WHERE device_id = $1 AND status IN (${sqlList(holdingStatuses)})) AS held,
     EXISTS (SELECT FROM orders WHERE device_id = $1 AND (
       (status = 'starting' AND created_at < $3)
       OR (status IN (${sqlList(startedStatuses)}) AND at < $3 AND coalesce(ended_at, ends_at) > $2))) AS overlapping`,
);

export const linkEvent = statement<never, [string, string, number]>(
  'chairEvents.link',
  'UPDATE device_events SET order_id = $3 WHERE device_id = $1 AND event_id = $2',
);
