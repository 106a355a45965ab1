import { useEffect, useRef, useState } from 'react';
import styles from './count-up.module.css';
import { countUpDuration, countUpValue } from './count-up.ts';

interface CountUpProps {
  value: number;
  format(value: number): string;
  /** Whether to animate: not where the figure is refreshed or shown again. */
  play: boolean;
  duration?: number;
}

const reducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Counts up from zero once, when the figure first appears; screen readers get the final figure only. The
 * frames bypass React, which would be too slow on a cheap phone.
 */
export function CountUp({ value, format, play, duration = countUpDuration }: CountUpProps) {
  const [running, setRunning] = useState(() => play && !reducedMotion());
  const figure = useRef<HTMLSpanElement>(null);
  const latest = useRef({ value, format });
  latest.current = { value, format };
  useEffect(() => {
    if (!running) return;
    const start = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const share = (now - start) / duration;
      if (share >= 1) return setRunning(false);
      const { value: to, format: write } = latest.current;
      if (figure.current) figure.current.textContent = write(Math.round(countUpValue(0, to, share)));
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [running, duration]);
  if (!running) return format(value);
  return (
    <span className={styles.running}>
      <span aria-hidden="true" ref={figure}>
        {format(0)}
      </span>
      <span className={styles.place} aria-hidden="true">
        {format(value)}
      </span>
      <span className="hidden-text">{format(value)}</span>
    </span>
  );
}

const shown = new Set<string>();

/** True while a screen of that name is shown for the first time. */
export function useFirstShow(name: string): boolean {
  const [first] = useState(() => !shown.has(name));
  useEffect(() => {
    shown.add(name);
  }, [name]);
  return first;
}
