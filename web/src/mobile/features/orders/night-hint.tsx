import type { ReactNode } from 'react';
import styles from './night-hint.module.css';

/** A sentence that should be noticed, on a night page. */
export const NightHint = ({ children, role }: { children: ReactNode; role?: 'status' }) => (
  <p className={styles.hint} role={role}>
    {children}
  </p>
);
