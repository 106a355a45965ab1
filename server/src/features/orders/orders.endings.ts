import type { ChairEvent } from '@recline/contract/topics';
import { batch } from '../../platform/batch.ts';
import { type Pool, statement } from '../../platform/db.ts';
import { announcing } from './orders.life.sql.ts';
import { rowsOf, storeTold, type Told, toldRows } from './orders.starts.ts';

export type EndedEvent = Extract<ChairEvent, { type: 'ended' }>;

/**
 * The usual way of endings, in one go: the events are stored, and the orders that still run are over, not before
 * they began and not after we were told. An order whose time was up already only gets its event.
 */
const endByEvents = statement<{ order_id: number; device_id: string }, [string]>(
  'life.endByEvents',
  `WITH told AS (
     SELECT v.*, o.outlet_id FROM json_to_recordset($1::json) AS v (${toldRows})
     CROSS JOIN LATERAL (SELECT outlet_id FROM orders WHERE id = v."orderId" AND device_id = v."deviceId"
       AND status IN ('running', 'finished') AND started_at IS NOT NULL FOR NO KEY UPDATE) o
     WHERE v.type = 'ended'),
   event AS (${storeTold} RETURNING order_id, device_id),
   ended AS (
     UPDATE orders o SET status = 'finished', end_reason = t.payload ->> 'reason',
       ended_at = greatest(o.started_at, least(t.at, t."receivedAt"))
     FROM (SELECT told.* FROM told JOIN event ON order_id = "orderId" ORDER BY outlet_id, "orderId") t
     WHERE o.id = t."orderId" AND o.status = 'running' RETURNING o.id, o.outlet_id, o.device_id, o.placed_by, o.status),
   announced AS (SELECT ${announcing} AS sent FROM ended)
   SELECT order_id, device_id, (SELECT count(sent) FROM announced) FROM event`,
);

/** Endings that are told of together are written together. False: not as usual, and nothing was written. */
export const makeEndings = (pool: Pool): ((told: Told<EndedEvent>) => Promise<boolean>) =>
  batch(async (several) => {
    const ended = await endByEvents(pool, rowsOf(several));
    const chairs = new Map(ended.map(({ order_id: orderId, device_id: deviceId }) => [orderId, deviceId]));
    return several.map(({ orderId, deviceId }) => chairs.get(orderId) === deviceId);
  });

/** Orders whose time is up, whether their chairs say so or not; no more than a hundred at a time. */
export const endOverdue = statement<{ id: number; device_id: string }, [Date]>(
  'life.endOverdue',
  `WITH over AS (
     SELECT id FROM orders WHERE status = 'running' AND ends_at <= $1 ORDER BY id LIMIT 100
     FOR NO KEY UPDATE SKIP LOCKED),
   ended AS (
     UPDATE orders o SET status = 'finished', ended_at = coalesce(ended_at, ends_at), end_reason = 'time is over'
     FROM over WHERE o.id = over.id RETURNING o.id, o.outlet_id, o.device_id, o.placed_by, o.status)
   SELECT id, device_id, ${announcing} FROM ended`,
);
