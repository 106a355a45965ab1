import { limits } from '@recline/contract/limits';
import { useEffect, useState } from 'react';

/** Whole seconds until the moment, never below 0. */
export const secondsLeft = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / 1000));

/** How long until a code may be asked for again. It counts from the clock, so a sleeping phone loses nothing. */
export function useResendCountdown() {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const tick = () => setLeft(secondsLeft(until, Date.now()));
    tick();
    const timer = setInterval(() => {
      tick();
      if (secondsLeft(until, Date.now()) === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  const start = (seconds: number = limits.smsResendSeconds) => setUntil(Date.now() + seconds * 1000);
  return { left, start };
}
