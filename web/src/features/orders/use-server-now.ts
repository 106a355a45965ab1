import { useEffect, useState } from 'react';

const step = 250;

/**
 * The server's time of now, told anew a few times a second. It is read from the clock each time, so
 * a phone that slept is right the moment it wakes.
 */
export function useServerNow(difference: number, ticking: boolean): number {
  const [now, setNow] = useState(() => Date.now() + difference);
  useEffect(() => {
    const tick = () => setNow(Date.now() + difference);
    tick();
    if (!ticking) return;
    const timer = setInterval(tick, step);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [difference, ticking]);
  return now;
}
