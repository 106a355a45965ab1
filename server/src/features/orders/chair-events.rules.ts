import { limits } from '@recline/contract/limits';
import { endTime } from './lifecycle.rules.ts';

const hourMs = 3600_000;

export interface TrustedTime {
  at: Date;
  /** The chair's own time was out of bounds. */
  distrusted: boolean;
}

/**
 * The time of an event. A chair's clock is trusted up to a day in the past, for events replayed after a time offline up
 * to 31 days; beyond that the time of receipt counts. An event is never later than its receipt.
 */
export function trustedTime(at: Date, receivedAt: Date, { offline }: { offline: boolean }): TrustedTime {
  const maxAgeHours = offline ? limits.replayedEventHours : limits.eventHours;
  const tooOld = receivedAt.getTime() - at.getTime() > maxAgeHours * hourMs;
  const ahead = at.getTime() - receivedAt.getTime();
  if (tooOld || ahead > 0) return { at: receivedAt, distrusted: tooOld || ahead > limits.eventHours * hourMs };
  return { at, distrusted: false };
}

export interface CoinTimes {
  status: 'running' | 'finished';
  started_at: Date;
  ends_at: Date;
  ended_at: Date | null;
  overlapping: boolean;
}

/**
 * A coin always becomes an order. It runs if its time is not over and no other order holds the chair;
 * `overlapping` says that another order had the chair in that time.
 */
export function coinTimes(
  at: Date,
  minutes: number,
  chair: { held: boolean; overlapping: boolean },
  now: Date,
): CoinTimes {
  const ends_at = endTime(at, minutes);
  const over = ends_at <= now;
  const running = !over && !chair.held;
  return {
    status: running ? 'running' : 'finished',
    started_at: at,
    ends_at,
    ended_at: running ? null : over ? ends_at : now > at ? now : at,
    overlapping: chair.overlapping,
  };
}
