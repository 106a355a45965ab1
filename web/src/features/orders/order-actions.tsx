import type { Order } from '@recline/contract/orders';
import { pages, pageUrl } from '@recline/contract/pages';
import { isIn, openStatuses } from '@recline/contract/values';
import { Link } from '@tanstack/react-router';
import { useFormat, useText } from '../../platform/text.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Stack } from '../../ui/stack.tsx';
import { useUser } from '../session/index.ts';
import { payUrlOf } from '../starting/index.ts';
import styles from './countdown.module.css';
import { EndOrder } from './end-order.tsx';
import { acceptsFeedback } from './order-status.ts';

interface OrderActionsProps {
  order: Order;
  status: Order['status'];
  /** The chair reports a fault, so another one is offered. */
  faulty: boolean;
}

/** What can be done next, by status. */
export function OrderActions({ order, status, faulty }: OrderActionsProps) {
  return (
    <footer className={styles.actions}>
      <Stack gap="s">
        {status === 'pending' && <PayOrGiveUp order={order} />}
        {status === 'running' && <EndOrder order={order} action="stop" />}
        {!isIn(openStatuses, status) && <StartAgain order={order} elsewhere={faulty || status === 'failed'} />}
      </Stack>
      {acceptsFeedback(status) && <FeedbackLink order={order} />}
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
        <a href={payUrl} className={buttonClass({ kind: 'mint' })}>
          {t.countdown.pay(format.money(order.amount, order.currency))}
        </a>
      ) : (
        <a href={pageUrl(pages.index, { deviceId: order.deviceId })} className={buttonClass({ kind: 'mint' })}>
          {t.countdown.payAnew}
        </a>
      )}
      <EndOrder order={order} action="giveUp" />
    </>
  );
}

/** A guest goes to the chair's own page, one tap from paying; a manager to the start against cash. */
function StartAgain({ order, elsewhere }: { order: Order; elsewhere: boolean }) {
  const t = useText();
  const guest = useUser()?.role !== 'manager';
  if (guest && !elsewhere)
    return (
      <a href={pageUrl(pages.index, { deviceId: order.deviceId })} className={buttonClass({ kind: 'mint' })}>
        {t.countdown.startAgain}
      </a>
    );
  return (
    <Link
      to={pages.quickStart}
      search={elsewhere ? {} : { deviceId: order.deviceId }}
      replace
      className={buttonClass({ kind: 'mint' })}
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
