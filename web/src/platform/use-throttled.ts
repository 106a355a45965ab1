import { useEffect, useEffectEvent, useRef } from 'react';
import { makeThrottle } from './throttle.ts';

/** The latest `run`, at once and then at most once an interval, until the component unmounts. */
export function useThrottled(run: () => void, everyMs: number): () => void {
  const onRun = useEffectEvent(run);
  const throttle = useRef<ReturnType<typeof makeThrottle>>(null);
  useEffect(() => {
    const made = makeThrottle(() => onRun(), everyMs);
    throttle.current = made;
    return made.stop;
  }, [everyMs]);
  return () => throttle.current?.call();
}
