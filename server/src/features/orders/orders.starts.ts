import type { ChairEvent } from '@recline/contract/topics';
import { batch } from '../../platform/batch.ts';
import { type Pool, statement } from '../../platform/db.ts';
import { announcing } from './orders.life.sql.ts';

export type StartedEvent = Extract<ChairEvent, { type: 'started' }>;

/** When something happened, as far as the chair's clock is trusted, and when we heard of it. */
export interface Stamp {
  at: Date;
  receivedAt: Date;
  distrusted: boolean;
}

/** What a chair says of an order. */
export interface Told<Event extends ChairEvent = ChairEvent> extends Stamp {
  orderId: number;
  deviceId: string;
  event: Event;
}

/** Several of them as rows of a statement, and how their events are stored. */
export const toldRows = `"orderId" bigint, "deviceId" text, "eventId" text, type text, "bootId" text, seq bigint,
  at timestamptz, "receivedAt" timestamptz, distrusted boolean, offline boolean, payload jsonb`;
export const storeTold = `INSERT INTO device_events (device_id, event_id, type, boot_id, seq, at, received_at,
    clock_distrusted, offline, order_id, payload)
  SELECT "deviceId", "eventId", type, "bootId", seq, at, "receivedAt", distrusted, offline, "orderId", payload
  FROM told ON CONFLICT DO NOTHING`;

export const rowsOf = (several: Told[]): string =>
  JSON.stringify(several.map(rowOf).sort((one, other) => one.orderId - other.orderId));

/**
 * The usual way of starts, in one go: the events are stored, the orders run from when their chairs began (not
 * before they were placed, not after we were told), and everybody hears of it. No row where anything is unusual.
 * Outlet by outlet, so that two servers that add to the same figures never wait for each other.
 */
const startByEvents = statement<{ id: number; device_id: string }, [string]>(
  'life.startByEvents',
  `WITH told AS (
     SELECT v.*, o.outlet_id, greatest(o.created_at, least(v.at, v."receivedAt")) AS started
     FROM json_to_recordset($1::json) AS v (${toldRows})
     CROSS JOIN LATERAL (SELECT outlet_id, created_at FROM orders
       WHERE id = v."orderId" AND device_id = v."deviceId" AND status = 'starting' FOR NO KEY UPDATE) o
     WHERE v.type = 'started'),
   event AS (${storeTold} RETURNING order_id),
   running AS (
     UPDATE orders o SET status = 'running', started_at = started, ends_at = started + minutes * interval '1 minute'
     FROM (SELECT "orderId", started FROM told JOIN event ON order_id = "orderId" ORDER BY outlet_id, "orderId") t
     WHERE o.id = t."orderId" RETURNING o.id, o.outlet_id, o.device_id, o.placed_by, o.status)
   SELECT id, device_id, ${announcing} FROM running`,
);

/** Starts that are told of together are written together. False: not as usual, and nothing was written. */
export const makeStarts = (pool: Pool): ((told: Told<StartedEvent>) => Promise<boolean>) =>
  batch(async (several) => {
    const started = await startByEvents(pool, rowsOf(several));
    const chairs = new Map(started.map(({ id, device_id: deviceId }) => [id, deviceId]));
    return several.map(({ orderId, deviceId }) => chairs.get(orderId) === deviceId);
  });

const rowOf = ({ orderId, deviceId, event, at, receivedAt, distrusted }: Told) => ({
  orderId,
  deviceId,
  eventId: event.eventId,
  type: event.type,
  bootId: String(event.bootId),
  seq: event.seq,
  at,
  receivedAt,
  distrusted,
  offline: event.offline ?? false,
  payload: event,
});
