import { type ReactNode, useRef } from 'react';
import styles from './bottom-bar.module.css';
import { useScrollPadding } from './use-scroll-padding.ts';

/** A fixed bar at the bottom, for the main action of a page. */
export function BottomBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  useScrollPadding(bar, 'Bottom');
  return (
    <div ref={bar} className={styles.bar}>
      {children}
    </div>
  );
}
