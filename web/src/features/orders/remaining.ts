import type { Order } from '@recline/contract/orders';

type Timed = Pick<Order, 'startedAt' | 'minutes' | 'status'>;

const minute = 60_000;

/** Milliseconds left of an order at a moment of the server's clock: never negative, never more than was bought. */
export function remainingOf({ startedAt, minutes }: Timed, now: number): number {
  const total = minutes * minute;
  if (startedAt === null) return total;
  return Math.min(total, Math.max(0, Date.parse(startedAt) + total - now));
}

/** mm:ss; a second counts until it is over, so 00:00 is shown exactly when nothing is left. */
export function clockText(milliseconds: number): string {
  const seconds = Math.ceil(Math.max(0, milliseconds) / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

/** What is left of the whole, from 1 down to 0. */
export const shareLeft = (order: Timed, now: number): number =>
  order.minutes > 0 ? remainingOf(order, now) / (order.minutes * minute) : 0;

/** The status as of now: an order whose time is over has ended, though the message of it may still be on its way. */
export const statusAt = (order: Timed, now: number): Order['status'] =>
  order.status === 'running' && remainingOf(order, now) === 0 ? 'finished' : order.status;

/** How far the server's clock is ahead of this one, from an answer that just arrived. */
export const clockDifference = (serverTime: string, receivedAt: number): number => Date.parse(serverTime) - receivedAt;

export const lastMinute = (milliseconds: number): boolean => milliseconds > 0 && milliseconds <= minute;

const active: readonly Order['status'][] = ['pending', 'starting', 'running'];
export const isActive = (status: Order['status']): boolean => active.includes(status);
