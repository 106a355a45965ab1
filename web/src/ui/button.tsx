import type { ButtonHTMLAttributes } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

interface ButtonLook {
  /** `mint` and `glass` are the primary and the quiet one on the deep green of a night page. */
  kind?: 'primary' | 'quiet' | 'danger' | 'text' | 'glass' | 'mint';
  size?: 'large' | 'small';
}

interface ButtonProps extends ButtonLook, ButtonHTMLAttributes<HTMLButtonElement> {
  busy?: boolean;
}

/** The look of a button for a link, which is a link all the same. */
export const buttonLook = ({ kind = 'primary', size = 'large' }: ButtonLook = {}): string =>
  classNames(styles.button, styles[kind], styles[size]);

/** A busy button turns a ring before its words, keeps its place and its focus, but does not act again. */
export function Button({ kind = 'primary', size = 'large', busy, onClick, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classNames(buttonLook({ kind, size }), className)}
    >
      {children}
    </button>
  );
}
