import { useEffect, useRef, useState } from 'react';
import { countUpDuration, countUpValue } from './count-up.ts';

interface CountUpProps {
  value: number;
  format(value: number): string;
  duration?: number;
}

const reducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Runs from the figure shown before to the new one; readers hear only the new one. */
export function CountUp({ value, format, duration = countUpDuration }: CountUpProps) {
  const [shown, setShown] = useState(() => (reducedMotion() ? value : 0));
  const from = useRef(shown);
  useEffect(() => {
    if (reducedMotion()) {
      setShown(value);
      return;
    }
    const start = performance.now();
    const begin = from.current;
    let frame = requestAnimationFrame(function step(now) {
      const current = countUpValue(begin, value, (now - start) / duration);
      from.current = current;
      setShown(current);
      if (now - start < duration) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [value, duration]);
  return (
    <>
      <span aria-hidden="true">{format(shown)}</span>
      <span className="hidden-text">{format(value)}</span>
    </>
  );
}
