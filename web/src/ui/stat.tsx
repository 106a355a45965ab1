import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './stat.module.css';

interface StatProps {
  label: ReactNode;
  value: ReactNode;
  size?: 's' | 'm' | 'l' | 'xl';
  /** `tile` stands alone as a small card; `panel` is its like inside a hero card. */
  kind?: 'bare' | 'tile' | 'panel';
  tone?: 'bad';
}

/** One figure under its name. */
export function Stat({ label, value, size = 'm', kind = 'bare', tone }: StatProps) {
  return (
    <dl className={classNames(styles.stat, styles[kind])}>
      <dt className={styles.label}>{label}</dt>
      <dd className={classNames('number', styles[size], tone && styles[tone])}>{value}</dd>
    </dl>
  );
}
