import type { ButtonHTMLAttributes } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

interface ButtonStyle {
  /** `mint` and `glass` are `primary` and `quiet` for a dark green `night` page. */
  kind?: 'primary' | 'quiet' | 'danger' | 'text' | 'glass' | 'mint';
  size?: 'large' | 'small';
}

interface ButtonProps extends ButtonStyle, ButtonHTMLAttributes<HTMLButtonElement> {
  busy?: boolean;
}

/** The class names of a button, for a link that looks like one. */
export const buttonClass = ({ kind = 'primary', size = 'large' }: ButtonStyle = {}): string =>
  classNames(styles.button, styles[kind], styles[size]);

/** A busy button shows a spinner, keeps its size and focus, and ignores clicks. */
export function Button({ kind = 'primary', size = 'large', busy, onClick, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classNames(buttonClass({ kind, size }), className)}
    >
      {children}
    </button>
  );
}
