import type { ReactNode } from 'react';
import styles from './bottom-bar.module.css';

/** A fixed bar at the bottom, for the main action of a page. */
export const BottomBar = ({ children }: { children: ReactNode }) => <div className={styles.bar}>{children}</div>;
