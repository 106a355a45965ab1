import type { ReactNode } from 'react';
import styles from './pay-mark.module.css';

const card = (
  <path
    className={styles.card}
    d="M4.5 6h15A1.5 1.5 0 0 1 21 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 16.5v-9A1.5 1.5 0 0 1 4.5 6ZM3 10.5h18M6.5 14.5h4"
  />
);

/** Logos of the payment methods that have one; others show a card. */
const marks: Record<string, ReactNode> = {
  wechat: (
    <>
      <path
        className={styles.wechat}
        d="M12 3.5c5.5 0 10 3.7 10 8.2s-4.5 8.2-10 8.2c-1.2 0-2.4-.2-3.5-.5L4 21.5l1.2-3.6C3.2 16.4 2 14.2 2 11.7 2 7.2 6.5 3.5 12 3.5Z"
      />
      <path className={styles.ink} d="M8 12l3 3 6.5-6.5" />
    </>
  ),
  alipay: (
    <>
      <path className={styles.alipay} d="M6 2h12a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4V6a4 4 0 0 1 4-4Z" />
      <path
        className={styles.ink}
        d="M6 7.5h12M12 4.8v5.7M7.5 10.5h8.5c-1 4.2-4.5 7-9.5 7.7M8 12.5c2.5 3 6 4.7 10.5 5.5"
      />
    </>
  ),
};

interface PayMarkProps {
  payType: string;
  /** The name after the mark. */
  name: string;
}

export const PayMark = ({ payType, name }: PayMarkProps) => (
  <span className={styles.way}>
    <svg viewBox="0 0 24 24" className="icon" width="1.75em" height="1.75em" aria-hidden="true">
      {marks[payType] ?? card}
    </svg>
    {name}
  </span>
);

/** Looks like a radio button and shows whether its option is selected. */
export const RadioMark = () => <span className={styles.radio} aria-hidden="true" />;
