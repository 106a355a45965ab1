import { useEffect, useState } from 'react';
import { countUpDuration, countUpValue } from './count-up.ts';

interface CountUpProps {
  value: number;
  format(value: number): string;
  /** Whether to run at all; a figure that comes back or is refreshed simply stands there. */
  play: boolean;
  duration?: number;
}

const reducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A figure that runs up from zero once, when it first appears; readers hear only the figure itself. */
export function CountUp({ value, format, play, duration = countUpDuration }: CountUpProps) {
  const [share, setShare] = useState(() => (play && !reducedMotion() ? 0 : 1));
  const running = share < 1;
  useEffect(() => {
    if (!running) return;
    const start = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      setShare(Math.min(1, (now - start) / duration));
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [running, duration]);
  if (!running) return format(value);
  return (
    <>
      <span aria-hidden="true">{format(Math.round(countUpValue(0, value, share)))}</span>
      <span className="hidden-text">{format(value)}</span>
    </>
  );
}

const shown = new Set<string>();

/** True while a screen of that name is shown for the first time, false whenever it comes back. */
export function useFirstShow(name: string): boolean {
  const [first] = useState(() => !shown.has(name));
  useEffect(() => {
    shown.add(name);
  }, [name]);
  return first;
}
