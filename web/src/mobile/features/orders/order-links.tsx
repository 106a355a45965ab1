import type { Order } from '@recline/contract/orders';
import { pages } from '@recline/contract/pages';
import { hasReceipt } from '@recline/contract/values';
import { Link, useSearch } from '@tanstack/react-router';
import { config } from '../../../platform/config.ts';
import { useText } from '../../texts/app.ts';
import { useUser } from '../session/index.ts';
import styles from './order-links.module.css';
import type { OrderWithPhone } from './remaining-time.ts';

/**
 * The receipt of a paid order, the guest's other orders, and the phone number: the outlet's, or else the operator's.
 */
export function OrderLinks({ order }: { order: OrderWithPhone }) {
  const t = useText();
  const role = useUser()?.role;
  const guest = role === 'consumer';
  const phone = order.servicePhone || config.servicePhone;
  const { key } = useSearch({ from: pages.countdown });
  const search = { orderId: order.orderId, ...(key && { key }) };
  return (
    <nav className={styles.links} aria-label={t.countdown.links}>
      {hasReceipt(order) && (
        <Link to={pages.receipt} search={search} className={styles.link}>
          {t.countdown.receipt}
        </Link>
      )}
      {guest && (
        <Link to={pages.myOrders} className={styles.link}>
          {t.countdown.myOrders}
        </Link>
      )}
      {phone && role !== 'manager' && (
        <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className={styles.link}>
          {t.countdown.call(phone)}
        </a>
      )}
    </nav>
  );
}

/** Links to the feedback form, or to the sent feedback. */
export function FeedbackLink({ order }: { order: Order }) {
  const t = useText();
  return (
    <p className={styles.links}>
      {order.feedbackId === null && t.countdown.problem}
      <Link to={pages.feedback} search={{ orderId: order.orderId }} className={styles.link}>
        {order.feedbackId === null ? t.countdown.feedback : t.countdown.feedbackSent}
      </Link>
    </p>
  );
}
