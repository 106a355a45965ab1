import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './tag.module.css';

export const Tag = ({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'good' | 'bad' | 'warn' | 'brand';
  children: ReactNode;
}) => <span className={classNames(styles.tag, styles[tone])}>{children}</span>;

/** The coloured dot of a series. */
export const Dot = ({ of }: { of: 'online' | 'cash' | 'onlineOnHero' | 'cashOnHero' }) => (
  <span className={classNames(styles.dot, styles[of])} aria-hidden="true" />
);
