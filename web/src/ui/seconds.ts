/** Whole seconds until the moment, never below 0. */
export const secondsLeft = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / 1000));

/** Shows the seconds that are left, down to 0. It counts from the clock, so a sleeping phone loses nothing. */
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
