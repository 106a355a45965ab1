import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './ring.module.css';

interface RingProps {
  /** Progress from 0 to 1; `busy` is indeterminate. */
  share: number | 'busy';
  tone?: 'mint' | 'amber' | 'pale';
  children: ReactNode;
}

/** A progress ring around its content. Decorative: the content says the same as text. */
export function Ring({ share, tone = 'mint', children }: RingProps) {
  const length = share === 'busy' ? 0.22 : Math.min(1, Math.max(0, share));
  return (
    <div className={classNames(styles.ring, styles[tone])}>
      <svg
        className={classNames(styles.drawing, share === 'busy' && styles.busy)}
        viewBox="0 0 240 240"
        fill="none"
        aria-hidden="true"
      >
        <circle className={styles.track} cx="120" cy="120" r="110" />
        <circle
          className={classNames(styles.share, length === 0 && styles.none)}
          cx="120"
          cy="120"
          r="110"
          pathLength="100"
          strokeDasharray={`${length * 100} 100`}
        />
      </svg>
      <div className={styles.content}>{children}</div>
    </div>
  );
}
