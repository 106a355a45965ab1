import type { OrderStatus } from '@recline/contract/dictionary';

/** What can happen to an order. */
export type OrderStep = 'pay' | 'start' | 'fail' | 'cancel' | 'end' | 'refund';

/** Where each step leads from each status; what is not here does not happen. */
const steps: Record<OrderStatus, Partial<Record<OrderStep, OrderStatus>>> = {
  pending: { pay: 'starting', cancel: 'cancelled' },
  starting: { start: 'running', fail: 'failed', end: 'finished' },
  running: { end: 'finished', refund: 'refunded' },
  finished: { refund: 'refunded' },
  failed: {},
  refunded: {},
  cancelled: {},
};

export const next = (status: OrderStatus, step: OrderStep): OrderStatus | undefined => steps[status][step];

/** An order that holds its chair. */
export const activeStatuses = ['pending', 'starting', 'running'] as const satisfies readonly OrderStatus[];
export const isActive = (status: OrderStatus): boolean => activeStatuses.some((active) => active === status);

const day = 24 * 3600_000;

/** A chair's own time counts within a day of ours; beyond that, the time of receipt does. */
export function trustedTime(at: Date, receivedAt: Date): { at: Date; distrusted: boolean } {
  const distrusted = Math.abs(at.getTime() - receivedAt.getTime()) > day;
  return { at: distrusted ? receivedAt : at, distrusted };
}

/**
 * When an order's time began. A chair cannot have started before the order was placed, nor after it
 * said so: a clock that is some minutes off takes no minutes from anybody.
 */
export function startTime(reported: Date, createdAt: Date, receivedAt: Date): Date {
  const bounded = Math.min(Math.max(reported.getTime(), createdAt.getTime()), receivedAt.getTime());
  return new Date(bounded);
}

export const endTime = (startedAt: Date, minutes: number): Date => new Date(startedAt.getTime() + minutes * 60_000);

export interface CoinOrderTimes {
  status: 'running' | 'finished';
  startedAt: Date;
  endsAt: Date;
  endedAt: Date | null;
  overlapping: boolean;
}

/**
 * A coin is an order whatever else goes on. It runs if its time is not over and no other order has the
 * chair; `activeSince` is when that other one took it, or null where there is none.
 */
export function coinOrder(at: Date, minutes: number, activeSince: Date | null, now: Date): CoinOrderTimes {
  const endsAt = endTime(at, minutes);
  const overlapping = activeSince !== null && endsAt > activeSince;
  const over = endsAt <= now;
  const running = !over && activeSince === null;
  return {
    status: running ? 'running' : 'finished',
    startedAt: at,
    endsAt,
    endedAt: running ? null : over ? endsAt : new Date(Math.max(at.getTime(), now.getTime())),
    overlapping,
  };
}
