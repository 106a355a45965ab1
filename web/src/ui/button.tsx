import type { ButtonHTMLAttributes } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'primary' | 'quiet' | 'danger' | 'text';
  size?: 'large' | 'small';
  busy?: boolean;
}

/** A busy button keeps its place and its focus, but does not act again. */
export function Button({ kind = 'primary', size = 'large', busy, onClick, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classNames(styles.button, styles[kind], styles[size], className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
