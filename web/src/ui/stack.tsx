import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './stack.module.css';

/** Children in a column with the default gap. */
export const Stack = ({ children, gap = 'm' }: { children: ReactNode; gap?: 's' | 'm' }) => (
  <div className={classNames(styles.stack, gap === 's' && styles.tight)}>{children}</div>
);

/** Equal columns, fewer with large text. */
export const Columns = ({ children, count }: { children: ReactNode; count: 2 | 3 }) => (
  <div className={count === 2 ? styles.two : styles.three}>{children}</div>
);

/** Children on one line, pushed to its ends. */
export const Spread = ({ children }: { children: ReactNode }) => <div className={styles.spread}>{children}</div>;
