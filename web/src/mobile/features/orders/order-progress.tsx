import type { ReactNode } from 'react';
import { OrderEnding, type OrderEndingProps } from './order-ending.tsx';
import { OrderFacts, type OrderFactsProps } from './order-facts.tsx';
import styles from './order-progress.module.css';
import { OrderRing, type OrderRingProps } from './order-ring.tsx';
import { isOpen } from './order-stage.ts';
import { RefundLines } from './refund-lines.tsx';

type OrderProgressProps = OrderRingProps &
  OrderEndingProps &
  OrderFactsProps & {
    /** Further sentences, and actions. */
    children: ReactNode;
  };

/** One order from its payment to its end, at one moment: in the app, and on the page that the server renders. */
export const OrderProgress = ({ children, ...props }: OrderProgressProps) => (
  <>
    {isOpen(props.stage) || props.stage === 'finished' ? <RingWithRefunds {...props} /> : <OrderEnding {...props} />}
    {children}
    <OrderFacts {...props} />
  </>
);

/** Money may go back from an order that runs, or that ran its time. */
const RingWithRefunds = (props: OrderRingProps & OrderEndingProps) => (
  <>
    <OrderRing {...props} />
    <RefundLines {...props} className={styles.refund} />
  </>
);
