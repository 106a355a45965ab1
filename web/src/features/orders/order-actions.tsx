import type { Order } from '@recline/contract/orders';
import { pages } from '@recline/contract/pages';
import { Link } from '@tanstack/react-router';
import { useFormat, useText } from '../../platform/text.tsx';
import { buttonLook } from '../../ui/button.tsx';
import { Stack } from '../../ui/stack.tsx';
import { payUrlOf } from '../starting/index.ts';
import styles from './countdown.module.css';
import { EndOrder } from './end-order.tsx';

interface OrderActionsProps {
  order: Order;
  status: Order['status'];
  /** The chair is of no use now: another one is offered. */
  faulty: boolean;
}

/** What one can do next, by the state of the order. */
export function OrderActions({ order, status, faulty }: OrderActionsProps) {
  return (
    <footer className={styles.actions}>
      <Stack gap="s">
        {status === 'pending' && <PayOrGiveUp order={order} />}
        {status === 'running' && <EndOrder order={order} way="stop" />}
        {['finished', 'refunded', 'cancelled', 'failed'].includes(status) && (
          <StartAgain order={order} elsewhere={faulty || status === 'failed'} />
        )}
      </Stack>
      {status !== 'pending' && status !== 'starting' && status !== 'cancelled' && <FeedbackLink order={order} />}
    </footer>
  );
}

function PayOrGiveUp({ order }: { order: Order }) {
  const t = useText();
  const format = useFormat();
  const payUrl = payUrlOf(order.orderId);
  return (
    <>
      {payUrl ? (
        <a href={payUrl} className={buttonLook({ kind: 'mint' })}>
          {t.countdown.pay(format.money(order.amount, order.currency))}
        </a>
      ) : (
        <Link
          to={pages.quickStart}
          search={{ deviceId: order.deviceId }}
          replace
          className={buttonLook({ kind: 'mint' })}
        >
          {t.countdown.payAnew}
        </Link>
      )}
      <EndOrder order={order} way="giveUp" />
    </>
  );
}

function StartAgain({ order, elsewhere }: { order: Order; elsewhere: boolean }) {
  const t = useText();
  return (
    <Link
      to={pages.quickStart}
      search={elsewhere ? {} : { deviceId: order.deviceId }}
      replace
      className={buttonLook({ kind: 'mint' })}
    >
      {elsewhere ? t.countdown.otherDevice : t.countdown.startAgain}
    </Link>
  );
}

function FeedbackLink({ order }: { order: Order }) {
  const t = useText();
  return (
    <p className={styles.problem}>
      {order.feedbackId === null && t.countdown.problem}
      <Link to={pages.feedback} search={{ orderId: order.orderId }} className={styles.link}>
        {order.feedbackId === null ? t.countdown.feedback : t.countdown.feedbackSent}
      </Link>
    </p>
  );
}
