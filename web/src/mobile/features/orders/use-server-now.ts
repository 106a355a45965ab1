import { useEffect, useState } from 'react';

const tickMs = 250;

/**
 * The server's current time and a value derived from it, updated a few times a second while `lasts`. It is read from
 * the clock each time, so it is right as soon as the phone wakes from sleep.
 */
export function useServerNow<T>(
  clockOffsetMs: number,
  make: (now: number) => T,
  lasts: (made: T) => boolean,
): [now: number, made: T] {
  const [now, setNow] = useState(() => Date.now() + clockOffsetMs);
  const made = make(now);
  const ticking = lasts(made);
  useEffect(() => {
    const tick = () => setNow(Date.now() + clockOffsetMs);
    tick();
    if (!ticking) return;
    const timer = setInterval(tick, tickMs);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [clockOffsetMs, ticking]);
  return [now, made];
}
