import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './stat.module.css';

interface StatProps {
  label: ReactNode;
  value: ReactNode;
  size?: 's' | 'm' | 'l' | 'xl';
  /** `tile` is a small card; `panel` is its counterpart inside a hero card. */
  kind?: 'bare' | 'tile' | 'panel';
  tone?: 'bad';
}

/** A figure with its label. */
export function Stat({ label, value, size = 'm', kind = 'bare', tone }: StatProps) {
  return (
    <dl className={classNames(styles.stat, styles[kind])}>
      <dt className={styles.label}>{label}</dt>
      <dd className={classNames('number', styles[size], tone && styles[tone])}>{value}</dd>
    </dl>
  );
}
