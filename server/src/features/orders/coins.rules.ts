import { endTime } from './lifecycle.rules.ts';

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
