import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../platform/clock.ts';
import { type Pool, statement } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { every, within } from '../platform/schedule.ts';

const heartbeatMs = 1_000;
/** A server without a heartbeat for this long is considered dead: the others handle its messages. */
const silentAfterMs = 6_000;
const forgottenAfterMs = 120_000;
/** A backlog delays deadlines by at most this. */
const maxBacklogMs = 30_000;
const fenceTimeoutMs = 2_000;

const beat = statement<never, [string, Date, Date]>(
  'servers.beat',
  `INSERT INTO servers (id, seen_at, read_until) VALUES ($1, $2, $3)
   ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, read_until = excluded.read_until`,
);
const leave = statement<never, [string]>('servers.leave', 'DELETE FROM servers WHERE id = $1');
const forget = statement<never, [Date]>('servers.forget', 'DELETE FROM servers WHERE seen_at < $1');

const othersReadUntil = statement<{ read_until: Date | null }, [string, Date]>(
  'servers.readUntil',
  'SELECT min(read_until) AS read_until FROM servers WHERE id <> $1 AND seen_at > $2',
);
const someoneSilent = statement<{ silent: boolean }, [Date]>(
  'servers.silent',
  'SELECT EXISTS (SELECT FROM servers WHERE seen_at < $1) AS silent',
);

interface ServerDeps {
  pool: Pool;
  clock: Clock;
  log: Log;
  /** Resolves when everything the broker had for us before is handed over. */
  fence(): Promise<void>;
  /** Resolves when everything handed over before is handled. */
  drained(): Promise<void>;
}

/** The servers on this database: each writes a heartbeat every second, and how far it has read its messages. */
export function makeServers({ pool, clock, log, fence, drained }: ServerDeps) {
  const id = randomUUID();
  let caughtUpTo = clock();
  let catchingUp: Promise<void> | undefined;
  let stopTimer = async () => {};

  /** Reads what waits in sockets (a turn of the event loop), at the broker, and in our own queue. */
  async function catchUp(): Promise<void> {
    const at = clock();
    await nextTurn();
    await nextTurn();
    await fence();
    await drained();
    caughtUpTo = at;
  }

  /** All messages received before this instant are handled, as far as this server is concerned. */
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
    await beat(pool, id, now, readUntil);
    await forget(pool, new Date(now.getTime() - forgottenAfterMs));
  }

  return {
    /** Every server that is alive has handled what it received before this instant. */
    async readUntil(): Promise<Date> {
      const own = await ownReadUntil();
      const { read_until } = await othersReadUntil.one(pool, id, new Date(clock().getTime() - silentAfterMs));
      return read_until !== null && read_until < own ? read_until : own;
    },
    /** Whether a server has stopped its heartbeat without shutting down. */
    async someoneIsSilent(): Promise<boolean> {
      return (await someoneSilent.one(pool, new Date(clock().getTime() - silentAfterMs))).silent;
    },
    async start(): Promise<void> {
      await heartbeat();
      stopTimer = every(heartbeatMs, heartbeat, log);
    },
    async stop(): Promise<void> {
      await stopTimer();
      await leave(pool, id);
    },
  };
}

export type Servers = ReturnType<typeof makeServers>;
