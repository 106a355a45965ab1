import type { OrderStatus } from '@recline/contract/dictionary';
import type { Clock } from '../../platform/clock.ts';
import { type Pool, statement } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Listener } from '../../platform/notify.ts';
import { orderChanged } from './channels.ts';
import { type AddressedCommand, type SendCommand, startCommandOf } from './commands.ts';

interface PendingStartDeps {
  pool: Pool;
  clock: Clock;
  log: Log;
  listener: Listener;
  /** When the same command is sent again. */
  timing: { resendAfterMs: readonly number[] };
  send: SendCommand;
  /** The deadline of a start has passed: settles the order. False: messages from before the deadline are still unread. */
  giveUp(orderId: number): Promise<boolean>;
}

interface PendingStart {
  timers: NodeJS.Timeout[];
  /** Callbacks of waiting requests. They get the order's status, or undefined: read it from the database. */
  waiting: ((status: OrderStatus | undefined) => void)[];
}

const retryGiveUpMs = 250;

const statusOf = statement<{ status: OrderStatus }, [number]>(
  'pendingStarts.status',
  'SELECT status FROM orders WHERE id = $1',
);

/** The starts that this server has sent or waits for, until any server settles them. */
export function makePendingStarts({ pool, clock, log, listener, timing, send, giveUp }: PendingStartDeps) {
  const pending = new Map<number, PendingStart>();
  let stopped = false;

  const settle = (orderId: number, status: OrderStatus | undefined) => {
    if (status === 'starting' || status === 'pending') return;
    const start = pending.get(orderId);
    if (!start) return;
    pending.delete(orderId);
    // Emptied, because deleted entries of a Map may stay reachable until a full garbage collection (docs/performance.md).
    for (const timer of start.timers.splice(0)) clearTimeout(timer);
    for (const end of start.waiting.splice(0)) end(status);
  };
  listener.on(orderChanged, ({ orderId, status }) => settle(orderId, status));
  // Notifications may have been missed: every waiting request reads the database.
  listener.onReconnect(() => {
    for (const orderId of [...pending.keys()]) settle(orderId, undefined);
  });

  function add(orderId: number): PendingStart {
    const start: PendingStart = { timers: [], waiting: [] };
    pending.set(orderId, start);
    return start;
  }

  /** Sends a start, and the same command again until it is settled or its deadline passes. */
  function launch({ deviceId, orderId, command, expiresAt }: AddressedCommand): void {
    const start = pending.get(orderId) ?? add(orderId);
    send(deviceId, command);
    const resends = timing.resendAfterMs.map((wait) => setTimeout(() => send(deviceId, command), wait));
    start.timers.push(...resends, deadlineTimer(orderId, expiresAt));
  }

  const deadlineTimer = (orderId: number, expiresAt: Date): NodeJS.Timeout =>
    setTimeout(() => void atDeadline(orderId), Math.max(0, expiresAt.getTime() - clock().getTime()));

  async function atDeadline(orderId: number): Promise<void> {
    const isSettled = await giveUp(orderId).catch((error: unknown) => {
      log.error({ err: error, orderId }, 'a start could not be given up and is tried again');
      return false;
    });
    if (isSettled) settle(orderId, undefined);
    else pending.get(orderId)?.timers.push(setTimeout(() => void atDeadline(orderId), retryGiveUpMs));
  }

  /** Resolves with the order's status once it is no longer starting. The deadline and the sweep guarantee that. */
  async function settled(orderId: number, { isNew }: { isNew: boolean }): Promise<OrderStatus> {
    for (let known = isNew && pending.has(orderId); ; known = false) {
      const start = pending.get(orderId) ?? add(orderId);
      const told = new Promise<OrderStatus | undefined>((end) => start.waiting.push(end));
      const status = known ? 'starting' : (await statusOf.one(pool, orderId)).status;
      if (status !== 'starting' || stopped) {
        settle(orderId, status);
        return status;
      }
      if (!known && start.timers.length === 0) await relaunch(orderId);
      const settledAs = await told;
      if (settledAs !== undefined) return settledAs;
    }
  }

  /** The server that sent the command may be gone, and the command with it: it is sent again under its own id. */
  async function relaunch(orderId: number): Promise<void> {
    const command = await startCommandOf(pool, orderId);
    if (!command || !pending.has(orderId)) return;
    if (command.expiresAt > clock()) launch(command);
    else pending.get(orderId)?.timers.push(deadlineTimer(orderId, command.expiresAt));
  }

  return {
    launch,
    settled,
    settle,
    stop(): void {
      stopped = true;
      for (const orderId of [...pending.keys()]) settle(orderId, undefined);
    },
  };
}

export type PendingStarts = ReturnType<typeof makePendingStarts>;
