import type { OrderStatus } from '@recline/contract/dictionary';
import type { Clock } from '../../../platform/clock.ts';
import type { Pool } from '../../../platform/db.ts';
import type { Log } from '../../../platform/log.ts';
import type { Listener } from '../../../platform/notify.ts';
import { orderChanged } from '../channels.ts';
import { statusOf } from '../lifecycle/lifecycle.sql.ts';
import { type AddressedCommand, type SendCommand, startCommandOf } from './commands.ts';

interface PendingStartDeps {
  pool: Pool;
  clock: Clock;
  log: Log;
  listener: Listener;
  /** When the same command is sent again. */
  timing: { resendAfterMs: readonly number[] };
  send: SendCommand;
  /** Fails a start whose deadline has passed. Returns false while messages from before the deadline are unread. */
  giveUp(orderId: number): Promise<boolean>;
}

interface PendingStart {
  timers: NodeJS.Timeout[];
  /** Callbacks of waiting requests. They get the order's status; undefined means: read it from the database. */
  waiting: ((status: OrderStatus | undefined) => void)[];
}

const retryGiveUpMs = 250;

/** The starts that this server has sent or waits for, until any server knows their outcome. */
export function makePendingStarts({ pool, clock, log, listener, timing, send, giveUp }: PendingStartDeps) {
  const pending = new Map<number, PendingStart>();
  let stopped = false;

  const wake = (orderId: number, status: OrderStatus | undefined) => {
    if (status === 'starting' || status === 'pending') return;
    const start = pending.get(orderId);
    if (!start) return;
    pending.delete(orderId);
    for (const timer of start.timers) clearTimeout(timer);
    for (const end of start.waiting) end(status);
  };
  listener.on(orderChanged, ({ orderId, status }) => wake(orderId, status));
  // Notifications may have been missed: every waiting request reads the database.
  listener.onReconnect(() => {
    for (const orderId of [...pending.keys()]) wake(orderId, undefined);
  });

  function add(orderId: number): PendingStart {
    const start: PendingStart = { timers: [], waiting: [] };
    pending.set(orderId, start);
    return start;
  }

  /** Sends a start, and the same command again until it ends or its deadline passes. */
  function launch({ deviceId, orderId, command, expiresAt }: AddressedCommand): void {
    const start = pending.get(orderId) ?? add(orderId);
    send(deviceId, command);
    const resends = timing.resendAfterMs.map((wait) => setTimeout(() => send(deviceId, command), wait));
    start.timers.push(...resends, deadlineTimer(orderId, expiresAt));
  }

  const deadlineTimer = (orderId: number, expiresAt: Date): NodeJS.Timeout =>
    setTimeout(() => void atDeadline(orderId), Math.max(0, expiresAt.getTime() - clock().getTime()));

  async function atDeadline(orderId: number): Promise<void> {
    const isOver = await giveUp(orderId).catch((error: unknown) => {
      log.error({ err: error, orderId }, 'a start could not be failed at its deadline and is retried');
      return false;
    });
    if (isOver) wake(orderId, undefined);
    else pending.get(orderId)?.timers.push(setTimeout(() => void atDeadline(orderId), retryGiveUpMs));
  }

  /** Resolves with the order's status once it is no longer starting. The deadline and the sweep guarantee that. */
  async function wait(orderId: number): Promise<OrderStatus> {
    for (;;) {
      const start = pending.get(orderId) ?? add(orderId);
      const woken = new Promise<OrderStatus | undefined>((resolve) => start.waiting.push(resolve));
      const isLaunched = start.timers.length > 0;
      if (!isLaunched) {
        const { status } = await statusOf.one(pool, orderId);
        if (status !== 'starting' || stopped) {
          wake(orderId, status);
          return status;
        }
        await relaunch(orderId);
      }
      const status = await woken;
      if (status !== undefined) return status;
    }
  }

  /** The server that sent the command may have died: resends it under the same id. */
  async function relaunch(orderId: number): Promise<void> {
    const command = await startCommandOf(pool, orderId);
    if (!command || !pending.has(orderId)) return;
    if (command.expiresAt > clock()) launch(command);
    else pending.get(orderId)?.timers.push(deadlineTimer(orderId, command.expiresAt));
  }

  return {
    launch,
    wait,
    wake,
    stop(): void {
      stopped = true;
      for (const orderId of [...pending.keys()]) wake(orderId, undefined);
    },
  };
}

export type PendingStarts = ReturnType<typeof makePendingStarts>;
