/** The longest pause between two stops. */
export const longestPauseMs = 60_000;

/** How often a stop is due again in the time since it was sent: after `firstMs`, then after twice as long each time. */
export function timesDue(sinceMs: number, firstMs: number): number {
  let times = 0;
  let pause = firstMs;
  for (let at = firstMs; at <= sinceMs; at += pause) {
    times += 1;
    pause = Math.min(2 * pause, longestPauseMs);
  }
  return times;
}

/** So many stops may follow each other at once: a chair may start late, or after its stop was lost. */
export const stopsAtOnce = 4;
const firstPauseMs = 2_000;

/** The pause before a further stop for an order that had so many. */
export const pauseBeforeStop = (count: number): number =>
  count < stopsAtOnce ? 0 : Math.min(longestPauseMs, firstPauseMs * 2 ** (count - stopsAtOnce));
