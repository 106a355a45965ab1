import { openStatuses } from '@recline/contract/values';
import { makeDeletion, makeTimeline } from '../../../platform/old-rows.sql.ts';
import { sqlList } from '../../../platform/rows.ts';

const beginning = 'least((SELECT min(registered_at) FROM published_devices), (SELECT min(at) FROM orders))';

/** The row and its key stay: a coin that is replayed after years is recognised, and finds its order. */
export const oldEvents = makeTimeline({
  kind: 'events',
  table: 'device_events',
  beginning,
  at: 'received_at',
  where: 't.payload IS NOT NULL',
  drop: (where) => `dropped AS (UPDATE device_events t SET payload = NULL WHERE ${where} RETURNING 1)`,
});

/** Commands of orders that are not over are kept: they are resent, and their answers count. */
export const oldCommands = makeTimeline({
  kind: 'commands',
  table: 'commands',
  beginning,
  at: 'created_at',
  where: `NOT EXISTS (SELECT FROM orders o WHERE o.id = t.order_id AND o.status IN (${sqlList(openStatuses)}))`,
  drop: (where) => `dropped AS (DELETE FROM commands t WHERE ${where} RETURNING 1)`,
});

export const oldDeadLetters = makeDeletion('deadLetters', {
  table: 'dead_letters',
  key: 'id',
  at: 'resolved_at',
  where: 'resolved_at IS NOT NULL',
});
