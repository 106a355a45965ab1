import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './small-print.module.css';

/** A sentence in small letters, near the button that it is about. */
export const SmallPrint = ({ children }: { children: ReactNode }) => <p className={styles.print}>{children}</p>;

/** A button that reads as a part of the sentence. */
export const InlineButton = (props: ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button type="button" {...props} className={styles.inline} />
);
