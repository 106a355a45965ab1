import { useEffect, useState } from 'react';

const tickMs = 250;

/**
 * The server's time of now, told anew a few times a second. It is read from the clock each time, so
 * a phone that slept is right the moment it wakes.
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
