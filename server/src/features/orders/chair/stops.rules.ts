/** A chair that reconnects within this time is still sent the stop of an order that is over. */
export const stopValidMs = 12 * 3600_000;

/** The longest pause between two stops. */
export const longestPauseMs = 60_000;

/**
 * How often a stop became due for resending since it was sent: first after `firstMs`, then after twice the previous
 * pause.
 */
export function timesDue(sinceMs: number, firstMs: number): number {
  let times = 0;
  let pause = firstMs;
  for (let at = firstMs; at <= sinceMs; at += pause) {
    times += 1;
    pause = Math.min(2 * pause, longestPauseMs);
  }
  return times;
}

/** This many stops may follow each other without a pause: a chair may start late, or after its stop was lost. */
export const stopsAtOnce = 4;
const firstPauseMs = 2_000;

/** The pause before a further stop for an order that already had this many. */
export const pauseBeforeStop = (count: number): number =>
  count < stopsAtOnce ? 0 : Math.min(longestPauseMs, firstPauseMs * 2 ** (count - stopsAtOnce));
