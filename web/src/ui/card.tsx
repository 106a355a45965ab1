import type { HTMLAttributes, ReactNode } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';

interface CardProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  title?: ReactNode;
  /** Shown at the end of the title line. */
  aside?: ReactNode;
  kind?: 'plain' | 'hero';
}

export function Card({ title, aside, kind = 'plain', className, children, ...rest }: CardProps) {
  return (
    <section {...rest} className={classNames(styles.card, styles[kind], className)}>
      {title !== undefined && (
        <header className={styles.header}>
          <h2 className={styles.title}>{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}
