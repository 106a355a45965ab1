import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import type { Pool } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { every, within } from '../../platform/schedule.ts';
import * as sql from './servers.sql.ts';

const heartbeatMs = 1_000;
/** A server without a heartbeat for this long is considered dead: the others handle its messages. */
const silentAfterMs = 6_000;
const forgottenAfterMs = 120_000;
/** The longest time by which a backlog delays deadlines. */
const maxBacklogMs = 30_000;
const fenceTimeoutMs = 2_000;

interface ServerDeps {
  pool: Pool;
  clock: Clock;
  log: Log;
  /** Resolves when all messages that the broker already had for us are delivered. */
  fence(): Promise<void>;
  /** Resolves when all messages delivered so far are handled. */
  drained(): Promise<void>;
}

/** The servers on this database. Each writes a heartbeat every second, with the instant up to which it has read. */
export function makeServers({ pool, clock, log, fence, drained }: ServerDeps) {
  const id = randomUUID();
  let caughtUpTo = clock();
  let catchingUp: Promise<void> | undefined;
  let stopTimer = async () => {};

  /** Drains the sockets (a turn of the event loop), the broker's queue and our own. */
  async function catchUp(): Promise<void> {
    const at = clock();
    await nextTurn();
    await nextTurn();
    await fence();
    await drained();
    caughtUpTo = at;
  }

  /** This server has handled all messages received before this instant. */
  async function ownReadUntil(): Promise<Date> {
    catchingUp ??= catchUp().finally(() => {
      catchingUp = undefined;
    });
    await within(fenceTimeoutMs, catchingUp).catch((error) => log.warn({ err: error }, 'messages are read late'));
    return new Date(Math.max(caughtUpTo.getTime(), clock().getTime() - maxBacklogMs));
  }

  async function heartbeat(): Promise<void> {
    const readUntil = await ownReadUntil();
    const now = clock();
    await sql.beat(pool, id, now, readUntil);
    await sql.forget(pool, new Date(now.getTime() - forgottenAfterMs));
  }

  return {
    /** Every live server has handled all messages that it received before this instant. */
    async readUntil(): Promise<Date> {
      const own = await ownReadUntil();
      const { read_until } = await sql.othersReadUntil.one(pool, id, new Date(clock().getTime() - silentAfterMs));
      return read_until !== null && read_until < own ? read_until : own;
    },
    /** Whether a server has stopped its heartbeat without shutting down. */
    async someoneIsSilent(): Promise<boolean> {
      return (await sql.someoneSilent.one(pool, new Date(clock().getTime() - silentAfterMs))).silent;
    },
    async start(): Promise<void> {
      await heartbeat();
      stopTimer = every(heartbeatMs, heartbeat, log);
    },
    async stop(): Promise<void> {
      await stopTimer();
      await sql.leave(pool, id);
    },
  };
}

export type Servers = ReturnType<typeof makeServers>;
