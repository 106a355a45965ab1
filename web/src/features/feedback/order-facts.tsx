import type { Order } from '@recline/contract/orders';
import { Link } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { useFormat, useText } from '../../platform/text.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './feedback.module.css';

/** What the order was; the time of the feedback stands with it while it is being written. */
export function OrderFacts({ order, feedbackTime }: { order: Order; feedbackTime?: Date }) {
  const t = useText();
  const format = useFormat();
  const outlet = (
    <Link to={paths.openLocation} search={{ outletId: order.outletId }} className={styles.place}>
      {order.outletName}
      <Icon name="pin" size={16} />
    </Link>
  );
  return (
    <Card aria-label={t.feedback.order}>
      <Facts
        rows={[
          [t.feedback.orderNo, order.orderNo],
          [t.feedback.outlet, outlet],
          [t.feedback.device, order.deviceId],
          [t.feedback.amount, format.money(order.amount, order.currency)],
          [t.feedback.orderTime, format.dateTime(order.startedAt ?? order.createdAt)],
          [t.feedback.feedbackTime, feedbackTime && format.dateTime(feedbackTime)],
        ]}
      />
    </Card>
  );
}
