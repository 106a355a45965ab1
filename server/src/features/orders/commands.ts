import { randomUUID } from 'node:crypto';
import type { Gear } from '@recline/contract/dictionary';
import type { Ack, Command } from '@recline/contract/topics';
import { type Db, statement } from '../../platform/db.ts';
import { insertInto, insertRows } from '../../platform/rows.ts';
import type { OrderState } from './lifecycle.rules.ts';

/** Sends a command to a chair. */
export type SendCommand = (deviceId: string, command: Command) => void;

/** A command that is written, and goes out after the commit. */
export interface AddressedCommand {
  deviceId: string;
  orderId: number;
  command: Command;
  expiresAt: Date;
}

/** A chair that comes back within this time is still told to stop an order that is over. */
const stopHours = 12;
/** A stop is repeated to an online chair for this long. After that the chair's next state decides. */
const repeatStopsForMs = 60_000;

type CommandOrder = Pick<OrderState, 'id' | 'device_id' | 'minutes' | 'gear'>;

export interface NewCommand {
  id: string;
  device_id: string;
  type: 'start' | 'stop';
  order_id: number;
  created_at: Date;
  expires_at: Date;
}

const newColumns = {
  id: true,
  device_id: true,
  type: true,
  order_id: true,
  created_at: true,
  expires_at: true,
} as const;

/** For a statement that writes commands together with their orders; `rowOf` makes the rows. */
export const commandInsert = insertInto<NewCommand>('commands', newColumns);

const insert = insertRows<NewCommand, { id: string }>('commands.insert', 'commands', newColumns, { returning: 'id' });

/** The start command of an order; the chair rejects it after `waitMs`. */
export const startCommand = (order: CommandOrder, now: Date, waitMs: number): AddressedCommand =>
  addressed(randomUUID(), 'start', order, new Date(now.getTime() + waitMs));

export const rowOf = ({ deviceId, orderId, command, expiresAt }: AddressedCommand, now: Date): NewCommand => ({
  id: command.commandId,
  device_id: deviceId,
  type: command.type === 'start' ? 'start' : 'stop',
  order_id: orderId,
  created_at: now,
  expires_at: expiresAt,
});

export const writeStarts = (db: Db, orders: readonly CommandOrder[], now: Date, waitMs: number) =>
  write(
    db,
    orders.map((order) => startCommand(order, now, waitMs)),
    now,
  );

/** Writes a new stop command for each order. A repeated id would get the chair's answer from before it started. */
export const writeStops = (db: Db, orders: readonly CommandOrder[], now: Date) => {
  const expiresAt = new Date(now.getTime() + stopHours * 3600_000);
  return write(
    db,
    orders.map((order) => addressed(randomUUID(), 'stop', order, expiresAt)),
    now,
  );
};

async function write(db: Db, commands: AddressedCommand[], now: Date): Promise<AddressedCommand[]> {
  await insert(
    db,
    commands.map((command) => rowOf(command, now)),
  );
  return commands;
}

function addressed(commandId: string, type: 'start' | 'stop', order: CommandOrder, expiresAt: Date): AddressedCommand {
  const run = type === 'start' ? { minutes: order.minutes, gear: order.gear } : {};
  const command = { commandId, type, orderId: String(order.id), ...run, expiresAt: expiresAt.toISOString() } as Command;
  return { deviceId: order.device_id, orderId: order.id, command, expiresAt };
}

/** Asks a chair for a fresh state. Nothing depends on it, so it is not written. */
export const queryCommand = (now: Date, waitMs: number): Command => ({
  commandId: randomUUID(),
  type: 'query',
  expiresAt: new Date(now.getTime() + waitMs).toISOString(),
});

interface CommandRow {
  id: string;
  device_id: string;
  order_id: number;
  minutes: number;
  gear: Gear;
  expires_at: Date;
}

const fromRow = (type: 'start' | 'stop', row: CommandRow): AddressedCommand =>
  addressed(row.id, type, { ...row, id: row.order_id }, row.expires_at);

const columns = 'c.id, c.device_id, c.order_id, o.minutes, o.gear, c.expires_at';

const startOf = statement<CommandRow, [number]>(
  'commands.startOf',
  `SELECT ${columns} FROM commands c JOIN orders o ON o.id = c.order_id WHERE c.order_id = $1 AND c.type = 'start'`,
);

/** The start command of an order, to be sent once more under its own id. */
export async function startCommandOf(db: Db, orderId: number): Promise<AddressedCommand | undefined> {
  const row = await startOf.maybe(db, orderId);
  return row && fromRow('start', row);
}

const unanswered = statement<CommandRow, [Date, Date]>(
  'commands.unansweredStops',
  `SELECT ${columns} FROM commands c JOIN orders o ON o.id = c.order_id JOIN devices d ON d.id = c.device_id
   WHERE c.type = 'stop' AND c.result IS NULL AND c.created_at BETWEEN $1 AND $2 AND d.online`,
);

/** Recent stops that no chair answered: their server may have died between writing and sending. */
export async function unansweredStops(db: Db, now: Date, olderThanMs: number): Promise<AddressedCommand[]> {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  return (await unanswered(db, ago(repeatStopsForMs), ago(olderThanMs))).map((row) => fromRow('stop', row));
}

/** The order of a start command, if it is that chair's. */
export const orderOfStart = statement<{ order_id: number }, [string, string]>(
  'commands.orderOfStart',
  `SELECT order_id FROM commands WHERE id = $1 AND device_id = $2 AND type = 'start'`,
);

export interface AckReport {
  deviceId: string;
  ack: Ack;
  receivedAt: Date;
}

const record = statement<never, [string]>(
  'commands.recordAcks',
  `UPDATE commands c SET acked_at = coalesce(c.acked_at, v.acked_at), result = v.result, reason = v.reason
   FROM (SELECT l.id, v.* FROM json_to_recordset($1::json)
       AS v (command_id uuid, device_id text, acked_at timestamptz, result text, reason text)
     JOIN commands l ON l.id = v.command_id AND l.device_id = v.device_id ORDER BY l.id FOR NO KEY UPDATE OF l) v
   WHERE c.id = v.id`,
);

export async function recordAcks(db: Db, reports: readonly AckReport[]): Promise<void> {
  if (reports.length === 0) return;
  const rows = reports.map(({ deviceId, ack, receivedAt }) => ({
    command_id: ack.commandId,
    device_id: deviceId,
    acked_at: receivedAt,
    result: ack.result,
    reason: ack.reason ?? null,
  }));
  await record(db, JSON.stringify(rows));
}
