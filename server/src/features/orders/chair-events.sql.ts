import { holdingStatuses, startedStatuses } from '@recline/contract/dictionary';
import type { ChairEvent } from '@recline/contract/topics';
import { statement } from '../../platform/db.ts';
import { type ColumnsOf, sqlList } from '../../platform/rows.ts';
import type { CoinSuspicion, CoinTerms } from './coins.rules.ts';
import type { OrderState } from './lifecycle.rules.ts';
import { stateColumns } from './lifecycle.sql.ts';

const stateNames = stateColumns.split(',').map((name) => name.trim());
/** The columns of an order beside others: `o.id AS o_id`, and back again. */
function prefixed(alias: string): string {
  return stateNames.map((name) => `${alias}.${name} AS o_${name}`).join(', ');
}
function unprefixed(alias: string): string {
  return stateNames.map((name) => `${alias}.o_${name} AS ${name}`).join(', ');
}

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
  payload: ChairEvent;
}

const eventColumns: ColumnsOf<NewEvent> = {
  device_id: true,
  event_id: true,
  type: true,
  boot_id: true,
  seq: true,
  at: true,
  received_at: true,
  clock_distrusted: true,
  offline: true,
  payload: true,
};
const columns = Object.keys(eventColumns);

/** An event of a known chair, and the order that it names on that chair, locked; its id is null where there is none. */
export type StoredEvent = {
  event_device: string;
  event_id: string;
  event_outlet: number;
  /** False: it was stored before. */
  is_new: boolean;
} & (OrderState | { id: null });

/**
 * Stores events, and locks and reads the orders that they name, in the order given. Events of unknown chairs are left
 * out. A chair knows the order of a coin by the event id of the coin.
 */
export const storeEvents = statement<StoredEvent, [string]>(
  'chairEvents.store',
  `WITH reported AS (
     SELECT ${columns.map((column) => `v.${column}`).join(', ')}, d.outlet_id AS event_outlet, v.ordinality,
       ${prefixed('o')}
     FROM json_populate_recordset(NULL::device_events, $1::json) WITH ORDINALITY v
     JOIN devices d ON d.id = v.device_id
     LEFT JOIN LATERAL (
       SELECT ${stateColumns} FROM orders WHERE device_id = v.device_id AND id = CASE
         WHEN v.payload ->> 'orderId' ~ '^[1-9][0-9]{0,14}$' THEN (v.payload ->> 'orderId')::bigint
         ELSE (SELECT e.order_id FROM device_events e
               WHERE e.device_id = v.device_id AND e.event_id = v.payload ->> 'orderId' AND e.type = 'coin') END
       FOR NO KEY UPDATE) o ON true),
   stored AS (
     INSERT INTO device_events (${columns.join(', ')}, order_id)
     SELECT ${columns.join(', ')}, o_id FROM reported ORDER BY ordinality ON CONFLICT DO NOTHING
     RETURNING device_id, event_id)
   SELECT r.device_id AS event_device, r.event_id, r.event_outlet, s.event_id IS NOT NULL AS is_new, ${unprefixed('r')}
   FROM reported r LEFT JOIN stored s ON s.device_id = r.device_id AND s.event_id = r.event_id ORDER BY r.ordinality`,
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

/** What a coin in a chair is measured by. */
export const coinTerms = statement<CoinTerms, [string]>(
  'chairEvents.coinTerms',
  `SELECT t.currency, (SELECT max(p.amount) FROM prices p
     WHERE p.price_group_id = coalesce(d.price_group_id, t.price_group_id) AND p.retired_at IS NULL) AS dearest
   FROM devices d JOIN outlets t ON t.id = d.outlet_id WHERE d.id = $1`,
);

export const linkCoin = statement<never, [string, string, number, CoinSuspicion | null]>(
  'chairEvents.linkCoin',
  'UPDATE device_events SET order_id = $3, suspicion = $4 WHERE device_id = $1 AND event_id = $2',
);
