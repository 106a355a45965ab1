import { setTimeout as sleep } from 'node:timers/promises';

/** The speed of time for simulated people. */
export interface Pace {
  /** Simulated seconds per real second. */
  speed: number;
  /** Rejects when the crowd is stopped. */
  wait(seconds: number): Promise<void>;
}

export const makePace = (speed: number, signal: AbortSignal): Pace => ({
  speed,
  wait: (seconds) => sleep((seconds * 1000) / speed, undefined, { signal }),
});

/** Waits a random number of seconds between the two. */
export const between = (least: number, most: number): number => least + Math.random() * (most - least);

export const chance = (share: number): boolean => Math.random() < share;

export const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(Math.random() * items.length)];

/** One of the items, by its weight. */
export function weighted<T>(items: readonly T[], weightOf: (item: T) => number): T | undefined {
  let left = Math.random() * items.reduce((sum, item) => sum + weightOf(item), 0);
  return items.find((item) => {
    left -= weightOf(item);
    return left < 0;
  });
}
