import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './small-print.module.css';

/** A sentence in small letters, near the button that it refers to. */
export const SmallPrint = ({ children }: { children: ReactNode }) => <p className={styles.print}>{children}</p>;

/** A button that looks like part of the sentence. */
export const InlineButton = (props: ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button type="button" {...props} className={styles.inline} />
);
