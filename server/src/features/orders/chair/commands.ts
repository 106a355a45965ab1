import { randomUUID } from 'node:crypto';
import type { Ack, Command } from '@recline/contract/topics';
import type { Db } from '../../../platform/db.ts';
import type { OrderState } from '../lifecycle/lifecycle.rules.ts';
import * as sql from './chair.sql.ts';
import { pauseBeforeStop, stopValidMs, timesDue } from './stops.rules.ts';

/** Sends a command to a chair. */
export type SendCommand = (deviceId: string, command: Command) => void;

/** A command that is written, and goes out after the commit. */
export interface AddressedCommand {
  deviceId: string;
  orderId: number;
  command: Command;
  expiresAt: Date;
}

/** The transaction of a command, and the time that a chair has to start. */
interface CommandTx {
  db: Db;
  now: Date;
  startWaitMs: number;
}

type CommandOrder = Pick<OrderState, 'id' | 'device_id' | 'minutes' | 'gear'>;

interface CommandKind {
  /** After this the chair rejects it. */
  validMs(startWaitMs: number): number;
  /** Payload besides its order. */
  fields(order: CommandOrder): Pick<Command, 'minutes' | 'gear'>;
}

/** The commands about an order. Each is written in the transaction of the change that causes it. */
const kinds = {
  start: { validMs: (startWaitMs) => startWaitMs, fields: ({ minutes, gear }) => ({ minutes, gear }) },
  stop: { validMs: () => stopValidMs, fields: () => ({}) },
} satisfies Record<sql.CommandType, CommandKind>;

/**
 * Writes a command for an order, to be sent after the commit. Each stop has its own id, because a chair repeats its
 * first answer to a repeated id, perhaps from before it started.
 */
export async function writeCommand(
  { db, now, startWaitMs }: CommandTx,
  order: CommandOrder,
  type: sql.CommandType,
): Promise<AddressedCommand> {
  const expiresAt = new Date(now.getTime() + kinds[type].validMs(startWaitMs));
  const command = addressed(randomUUID(), type, order, expiresAt);
  await sql.insertCommand(db, command.command.commandId, order.device_id, type, order.id, now, expiresAt);
  return command;
}

function addressed(commandId: string, type: sql.CommandType, order: CommandOrder, expiresAt: Date): AddressedCommand {
  const fields = kinds[type].fields(order);
  const command: Command = {
    commandId,
    type,
    orderId: String(order.id),
    ...fields,
    expiresAt: expiresAt.toISOString(),
  };
  return { deviceId: order.device_id, orderId: order.id, command, expiresAt };
}

/** Asks a chair for a fresh state. Nothing depends on it, so it is not written. */
export const queryCommand = (now: Date, waitMs: number): Command => ({
  commandId: randomUUID(),
  type: 'query',
  expiresAt: new Date(now.getTime() + waitMs).toISOString(),
});

const fromRow = (row: sql.CommandRow): AddressedCommand =>
  addressed(row.id, row.type, { ...row, id: row.order_id }, row.expires_at);

/** The start command of an order, to be resent under the same id. */
export async function startCommandOf(db: Db, orderId: number): Promise<AddressedCommand | undefined> {
  const row = await sql.startCommand.maybe(db, orderId);
  return row && fromRow(row);
}

/**
 * The last stops that are unanswered and became due for resending since the last sweep. They are repeated to an online
 * chair until the bought time is over.
 */
export async function stopsToRepeat(db: Db, now: Date, lastLook: Date, firstMs: number): Promise<AddressedCommand[]> {
  const rows = await sql.unansweredStops(db, now, new Date(now.getTime() - stopValidMs));
  const due = (at: Date, row: { created_at: Date }) => timesDue(at.getTime() - row.created_at.getTime(), firstMs);
  return rows.filter((row) => due(now, row) > due(lastLook, row)).map(fromRow);
}

/**
 * Sends a stop to a chair that reports a run which must not continue. Each stop replaces the last, so that only one is
 * outstanding; while the chair keeps reporting, the pauses between stops grow.
 */
export async function stopAgain(tx: CommandTx, order: CommandOrder): Promise<AddressedCommand[]> {
  const { count, newest } = await sql.stopsOf.one(tx.db, order.id);
  const isDue = newest === null || tx.now.getTime() - newest.getTime() >= pauseBeforeStop(count);
  return isDue ? [await writeCommand(tx, order, 'stop')] : [];
}

export interface AckReport {
  deviceId: string;
  ack: Ack;
  receivedAt: Date;
}

export async function recordAcks(db: Db, reports: readonly AckReport[]): Promise<void> {
  if (reports.length === 0) return;
  const rows = reports.map(({ deviceId, ack, receivedAt }) => ({
    command_id: ack.commandId,
    device_id: deviceId,
    acked_at: receivedAt,
    result: ack.result,
    reason: ack.reason ?? null,
  }));
  await sql.recordAnswers(db, JSON.stringify(rows));
}
