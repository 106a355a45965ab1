/** Whole seconds until the moment, never below 0. */
export const secondsLeft = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / 1000));

/** Shows the remaining seconds, down to 0. Based on the clock, so it is right after the phone slept. */
export function countSeconds(seconds: number, show: (left: number) => void): void {
  const until = Date.now() + seconds * 1000;
  const tick = () => {
    const left = secondsLeft(until, Date.now());
    show(left);
    if (left === 0) clearInterval(timer);
  };
  const timer = setInterval(tick, 250);
  tick();
}
