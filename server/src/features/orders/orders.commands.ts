import { randomUUID } from 'node:crypto';
import type { Command } from '@recline/contract/topics';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Pace } from '../../platform/pace.ts';
import * as sql from './orders.life.sql.ts';

/** Puts a command on its way to a chair. */
export type SendCommand = (deviceId: string, command: Command) => void;

/** A chair that comes back within this time is still told to stop an order that is no more. */
const stopHours = 12;

/** For so long a stop is repeated to a chair that is there. What it says when it comes back tells us the rest. */
const repeatFor = 60_000;

/** Commands are written down before they are sent: what must survive a crash is in the database. */
export function makeCommands(clock: Clock, pace: Pace, send: SendCommand) {
  const resends = new Map<number, NodeJS.Timeout[]>();

  async function writeStart(db: Db, order: sql.LifeRow): Promise<Command> {
    const now = clock();
    const expiresAt = new Date(now.getTime() + pace.startWait);
    const commandId = randomUUID();
    await sql.insertCommand(db, commandId, order.device_id, 'start', order.id, now, expiresAt);
    return startCommand(commandId, order, expiresAt);
  }

  /** Each time a new one: a chair that was told to stop before it began answers a repeat as it did then. */
  async function writeStop(db: Db, order: sql.LifeRow): Promise<Command> {
    const now = clock();
    const expiresAt = new Date(now.getTime() + stopHours * 3600_000);
    const commandId = randomUUID();
    await sql.insertCommand(db, commandId, order.device_id, 'stop', order.id, now, expiresAt);
    return stopCommand(commandId, order.id, expiresAt);
  }

  /** Sends stops again that nobody answered: whoever wrote one may not have come to sending it. */
  async function repeatStops(db: Db): Promise<void> {
    const ago = (milliseconds: number) => new Date(clock().getTime() - milliseconds);
    const stops = await sql.unansweredStops(db, ago(repeatFor), ago(pace.resendAfter[0] ?? 0));
    for (const { id, device_id: deviceId, order_id: orderId, expires_at: expiresAt } of stops) {
      send(deviceId, stopCommand(id, orderId, expiresAt));
    }
  }

  /** Sends a start now and, until it is settled, again under the same id. */
  function launch(deviceId: string, orderId: number, command: Command): void {
    send(deviceId, command);
    const timers = pace.resendAfter.map((wait) => setTimeout(() => send(deviceId, command), wait));
    resends.set(orderId, timers);
  }

  function settled(orderId: number): void {
    for (const timer of resends.get(orderId) ?? []) clearTimeout(timer);
    resends.delete(orderId);
  }

  /** How is it? A fresh state is the answer; nothing hangs on it, so it is not written down. */
  function query(deviceId: string): void {
    const expiresAt = new Date(clock().getTime() + pace.startWait);
    send(deviceId, { commandId: randomUUID(), type: 'query', expiresAt: expiresAt.toISOString() });
  }

  return {
    writeStart,
    writeStop,
    repeatStops,
    launch,
    settled,
    query,
    send,
    stop() {
      for (const orderId of [...resends.keys()]) settled(orderId);
    },
  };
}

export type Commands = ReturnType<typeof makeCommands>;

export const startCommand = (
  commandId: string,
  order: Pick<sql.LifeRow, 'id' | 'minutes' | 'gear'>,
  expiresAt: Date,
): Command => ({
  commandId,
  type: 'start',
  orderId: String(order.id),
  minutes: order.minutes,
  gear: order.gear,
  expiresAt: expiresAt.toISOString(),
});

const stopCommand = (commandId: string, orderId: number, expiresAt: Date): Command => ({
  commandId,
  type: 'stop',
  orderId: String(orderId),
  expiresAt: expiresAt.toISOString(),
});
