import { useEffect, useState } from 'react';

const tickMs = 250;

/**
 * The server's current time, updated a few times a second. It is read from the clock each time, so it is
 * right as soon as the phone wakes from sleep.
 */
export function useServerNow(clockOffsetMs: number, ticking: boolean): number {
  const [now, setNow] = useState(() => Date.now() + clockOffsetMs);
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
  return now;
}
