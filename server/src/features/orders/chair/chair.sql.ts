import type { Gear } from '@recline/contract/dictionary';
import type { ChairEvent, Command } from '@recline/contract/topics';
import { type Db, statement } from '../../../platform/db.ts';
import { lockChairs } from '../../devices/index.ts';
import type { OrderState, TrustedTime } from '../lifecycle/lifecycle.rules.ts';
import { stateColumns } from '../lifecycle/lifecycle.sql.ts';

export interface EventReport {
  deviceId: string;
  event: ChairEvent;
  receivedAt: Date;
}

/** The order that an event of chair `device` names. A chair knows the order of a coin by the event id of the coin. */
const namedOrder = (device: string, name: string) => `CASE WHEN ${name} ~ '^[1-9][0-9]{0,14}$' THEN ${name}::bigint
  ELSE (SELECT e.order_id FROM device_events e WHERE e.device_id = ${device} AND e.event_id = ${name} AND e.type = 'coin') END`;

const orderNamed = ({ event }: EventReport): string | null => ('orderId' in event ? event.orderId : null);

/** Coins and faults change the row of their chair. */
const changesChair = ({ event }: EventReport): boolean => event.type !== 'started' && event.type !== 'ended';

const lockNamed = statement<never, [string[], (string | null)[]]>(
  'chairEvents.lockNamed',
  `SELECT o.id FROM unnest($1::text[], $2::text[]) v (device_id, name)
   JOIN orders o ON o.device_id = v.device_id AND o.id = ${namedOrder('v.device_id', 'v.name')}
   ORDER BY o.id FOR NO KEY UPDATE OF o`,
);
const outletsOf = statement<{ id: string; outlet_id: number }, [string[]]>(
  'chairEvents.outletsOf',
  'SELECT id, outlet_id FROM published_devices WHERE id = ANY($1)',
);

/**
 * For a group: locks the chairs and orders that its events will change, in the same order on every server, and returns
 * the events sorted by outlet, because the first change of an outlet locks its revenue.
 */
export async function lockGroup(db: Db, reports: readonly EventReport[]): Promise<EventReport[]> {
  const chairs = reports.map(({ deviceId }) => deviceId);
  await lockChairs(
    db,
    reports.filter(changesChair).map(({ deviceId }) => deviceId),
  );
  await lockNamed(db, chairs, reports.map(orderNamed));
  const outlets = new Map((await outletsOf(db, chairs)).map(({ id, outlet_id }) => [id, outlet_id]));
  const outletOf = ({ deviceId }: EventReport) => outlets.get(deviceId) ?? 0;
  return reports.toSorted((one, other) => outletOf(one) - outletOf(other));
}

/** An event of a known chair, and the order that it names, locked; `id` is null where there is none. */
type StoredEvent = { chair_outlet: number; is_new: boolean } & (OrderState | { id: null });

const store = statement<
  StoredEvent,
  [string, string, ChairEvent['type'], string, number, Date, Date, boolean, boolean, string, string | null]
>(
  'chairEvents.store',
  `WITH named AS MATERIALIZED (
     SELECT ${stateColumns} FROM orders WHERE device_id = $1 AND id = ${namedOrder('$1', '$11')} FOR NO KEY UPDATE),
   stored AS (
     INSERT INTO device_events (device_id, event_id, type, boot_id, seq, at, received_at, clock_distrusted, offline,
       payload, order_id)
     SELECT d.id, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, (SELECT id FROM named) FROM published_devices d WHERE d.id = $1
     ON CONFLICT DO NOTHING RETURNING event_id)
   SELECT n.*, d.outlet_id AS chair_outlet, EXISTS (SELECT FROM stored) AS is_new
   FROM published_devices d LEFT JOIN named n ON true WHERE d.id = $1`,
);

/** Stores an event, and locks and reads the order that it names. Undefined: there is no such chair. */
export const storeEvent = (
  db: Db,
  report: EventReport,
  { at, distrusted }: TrustedTime,
): Promise<StoredEvent | undefined> => {
  const { deviceId, event, receivedAt } = report;
  const { eventId, type, bootId, seq, offline } = event;
  return store.maybe(
    db,
    deviceId,
    eventId,
    type,
    String(bootId),
    seq,
    at,
    receivedAt,
    distrusted,
    offline ?? false,
    JSON.stringify(event),
    orderNamed(report),
  );
};

export const ordersById = statement<OrderState, [number[]]>(
  'chairEvents.orders',
  `SELECT ${stateColumns} FROM orders WHERE id = ANY($1::bigint[])`,
);

// Commands ----------------------------------------------------------------------------------

/** The commands that concern an order. */
export type CommandType = Exclude<Command['type'], 'query'>;

export const insertCommand = statement<never, [string, string, CommandType, number, Date, Date]>(
  'commands.insert',
  'INSERT INTO commands (id, device_id, type, order_id, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)',
);

export interface CommandRow {
  id: string;
  type: CommandType;
  device_id: string;
  order_id: number;
  minutes: number;
  gear: Gear;
  expires_at: Date;
}

const columns = 'c.id, c.type, c.device_id, c.order_id, o.minutes, o.gear, c.expires_at';

/** The start command of an order. */
export const startCommand = statement<CommandRow, [number]>(
  'commands.startOf',
  `SELECT ${columns} FROM commands c JOIN orders o ON o.id = c.order_id WHERE c.order_id = $1 AND c.type = 'start'`,
);

/** The last stop command, sent after $2, of each order that, as far as the server knows, still runs. */
export const unansweredStops = statement<CommandRow & { created_at: Date }, [Date, Date]>(
  'commands.unansweredStops',
  `SELECT ${columns}, c.created_at FROM commands c JOIN orders o ON o.id = c.order_id JOIN published_devices d ON d.id = c.device_id
   WHERE c.type = 'stop' AND c.result IS NULL AND c.created_at > $2 AND d.online
     AND coalesce(o.ends_at, c.created_at + make_interval(mins => o.minutes)) > $1
     AND o.stop IS DISTINCT FROM 'confirmed'
     AND NOT EXISTS (SELECT FROM commands n WHERE n.order_id = c.order_id AND n.type = 'stop' AND n.created_at > c.created_at)`,
);

/** How often an order's chair was told to stop, and when last. */
export const stopsOf = statement<{ count: number; newest: Date | null }, [number]>(
  'commands.stopsOf',
  `SELECT count(*) AS count, max(created_at) AS newest FROM commands WHERE order_id = $1 AND type = 'stop'`,
);

/** The order of a start command, if it is that chair's. */
export const orderOfStart = statement<{ order_id: number }, [string, string]>(
  'commands.orderOfStart',
  `SELECT order_id FROM commands WHERE id = $1 AND device_id = $2 AND type = 'start'`,
);

export const recordAnswers = statement<never, [string]>(
  'commands.recordAcks',
  `UPDATE commands c SET acked_at = coalesce(c.acked_at, v.acked_at), result = v.result, reason = v.reason
   FROM (SELECT l.id, v.* FROM json_to_recordset($1::json)
       AS v (command_id uuid, device_id text, acked_at timestamptz, result text, reason text)
     JOIN commands l ON l.id = v.command_id AND l.device_id = v.device_id ORDER BY l.id FOR NO KEY UPDATE OF l) v
   WHERE c.id = v.id`,
);
