import type { ReactNode } from 'react';
import styles from './bottom-bar.module.css';

/** The one thing to do on a page, always within reach of the thumb. */
export const BottomBar = ({ children }: { children: ReactNode }) => <div className={styles.bar}>{children}</div>;
