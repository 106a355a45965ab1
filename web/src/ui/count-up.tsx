import { useEffect, useEffectEvent, useRef, useState } from 'react';
import styles from './count-up.module.css';
import { countUpDuration, countUpValue } from './count-up.ts';

interface CountUpProps {
  value: number;
  format(value: number): string;
  /** Whether to animate: not if the figure is refreshed or shown again. */
  play: boolean;
  duration?: number;
}

const reducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Counts up from zero once, when the figure first appears; a figure that changes fades in. Screen readers get the
 * final figure only. The frames bypass React, which would be too slow on a cheap phone.
 */
export function CountUp({ value, format, play, duration = countUpDuration }: CountUpProps) {
  const [running, setRunning] = useState(() => play && !reducedMotion());
  const figure = useRef<HTMLSpanElement>(null);
  const textAt = useEffectEvent((share: number) => format(Math.round(countUpValue(0, value, share))));
  useEffect(() => {
    if (!running) return;
    const start = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const share = (now - start) / duration;
      if (share >= 1) return setRunning(false);
      if (figure.current) figure.current.textContent = textAt(share);
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [running, duration]);
  const [first] = useState(value);
  if (!running) {
    return (
      <span key={value} className={value === first ? undefined : styles.changed}>
        {format(value)}
      </span>
    );
  }
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
