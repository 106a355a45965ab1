import type { Order } from '@recline/contract/orders';

/** With the phone number for questions: its outlet's, or else the operator's. */
export type OrderWithPhone = Order & { servicePhone?: string | undefined };

/** An order as the server last reported it, with how far the server's clock is ahead of the phone's. */
export interface ObservedOrder {
  order: OrderWithPhone;
  clockOffsetMs: number;
}

type TimedOrder = Pick<Order, 'endsAt' | 'minutes' | 'status'>;

const minuteMs = 60_000;

/** How far the server's clock is ahead of the phone's, from an answer that was received at that time. */
export const clockOffset = (serverTime: string, receivedAt: number): number => Date.parse(serverTime) - receivedAt;

export const observeOrder = (order: OrderWithPhone, receivedAt: number): ObservedOrder => ({
  order,
  clockOffsetMs: clockOffset(order.serverTime, receivedAt),
});

/** Milliseconds left of an order at a moment of the server's clock: never negative, never more than was bought. */
export function remainingMs({ endsAt, minutes }: TimedOrder, serverNow: number): number {
  const totalMs = minutes * minuteMs;
  if (endsAt === null) return totalMs;
  return Math.min(totalMs, Math.max(0, Date.parse(endsAt) - serverNow));
}

/** Whole minutes left by the phone's clock, rounded up; none before the start. */
export const minutesLeft = ({ order, clockOffsetMs }: ObservedOrder, now: number): number =>
  order.endsAt === null ? 0 : Math.ceil(remainingMs(order, now + clockOffsetMs) / minuteMs);

/** The remaining share of the whole time, from 1 down to 0. */
export const remainingShare = (order: TimedOrder, serverNow: number): number =>
  order.minutes > 0 ? remainingMs(order, serverNow) / (order.minutes * minuteMs) : 0;

/** The moments at which a screen reader says how much is left. */
export type SpokenMoment = 'start' | 'half' | 'five' | 'one';

/** The last such moment of a running order. A short order is announced only at its half, not at five minutes. */
export function spokenMoment(order: TimedOrder, serverNow: number): SpokenMoment {
  const left = remainingMs(order, serverNow);
  if (left <= minuteMs) return 'one';
  if (left <= 5 * minuteMs && order.minutes > 5) return 'five';
  return left <= (order.minutes * minuteMs) / 2 ? 'half' : 'start';
}

export const isLastMinute = (milliseconds: number): boolean => milliseconds > 0 && milliseconds <= minuteMs;
