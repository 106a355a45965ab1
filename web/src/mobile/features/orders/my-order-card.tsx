import type { Order } from '@recline/contract/orders';
import { pages } from '@recline/contract/pages';
import { hasReceipt, isIn, openStatuses } from '@recline/contract/values';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useFormat } from '../../../platform/text.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Spread } from '../../../ui/stack.tsx';
import { useText } from '../../texts/app.ts';
import { useLabels } from '../dictionary/index.ts';
import styles from './my-orders.module.css';
import { acceptsFeedback, orderTime } from './order-status.ts';
import { OrderTag } from './order-tag.tsx';
import { RefundLines } from './refund-lines.tsx';

export function MyOrderCard({ order }: { order: Order }) {
  const t = useText();
  const format = useFormat();
  const labelOf = useLabels();
  const facts = useId();
  return (
    <Card title={order.outletName} aside={<OrderTag order={order} />}>
      <Spread>
        <span className={styles.what}>
          {t.myOrders.minutes(order.minutes)} · {labelOf('gear', order.gear)}
        </span>
        <span className={`number ${styles.amount}`}>{format.money(order.amount, order.currency)}</span>
      </Spread>
      <p id={facts} className={styles.where}>
        {order.deviceId} · {format.dateTime(orderTime(order))}
      </p>
      <RefundLines order={order} reader="consumer" labelOf={labelOf} className={styles.refund} />
      <OrderLinks order={order} describedBy={facts} />
    </Card>
  );
}

/** An open order links to its countdown, one that is over to the feedback on it. */
function OrderLinks({ order, describedBy }: { order: Order; describedBy: string }) {
  const t = useText();
  // The cards have equal links: their accessible descriptions distinguish them.
  const link = { search: { orderId: order.orderId }, 'aria-describedby': describedBy };
  const small = (kind: 'primary' | 'quiet') => buttonClass({ kind, size: 'small' });
  // A payment that is being confirmed is not offered again.
  const pending = order.payment === 'confirming' ? t.myOrders.open : t.myOrders.pay;
  const openLabels = { pending, starting: t.myOrders.watch, running: t.myOrders.watch };
  const openLabel = isIn(openStatuses, order.status) ? openLabels[order.status] : null;
  return (
    <div className={styles.links}>
      {openLabel === null && acceptsFeedback(order.status) && (
        <Link {...link} to={pages.feedback} className={small('quiet')}>
          {order.feedbackId === null ? t.myOrders.feedback : t.myOrders.feedbackSent}
        </Link>
      )}
      {openLabel === null && hasReceipt(order) && (
        <Link {...link} to={pages.receipt} className={small('quiet')}>
          {t.myOrders.receipt}
        </Link>
      )}
      <Link {...link} to={pages.countdown} className={small(openLabel ? 'primary' : 'quiet')}>
        {openLabel ?? t.myOrders.open}
      </Link>
    </div>
  );
}
