import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './facts.module.css';

interface FactsProps {
  /** Name and value; rows without a value are omitted. */
  rows: readonly (readonly [name: string, value: ReactNode])[];
  /** `glass` is for a night page. */
  kind?: 'plain' | 'glass';
}

const isGiven = (value: ReactNode) => value !== null && value !== undefined && value !== '' && value !== false;

/** A table of names and values. */
export const Facts = ({ rows, kind = 'plain' }: FactsProps) => (
  <dl className={classNames(styles.facts, styles[kind])}>
    {rows
      .filter(([, value]) => isGiven(value))
      .map(([name, value]) => (
        <div key={name} className={styles.row}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
  </dl>
);
