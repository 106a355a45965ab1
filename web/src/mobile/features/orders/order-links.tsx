import type { Order } from '@recline/contract/orders';
import { pages } from '@recline/contract/pages';
import { Link, useSearch } from '@tanstack/react-router';
import { useText } from '../../texts/app.ts';
import { useUser } from '../session/index.ts';
import styles from './countdown.module.css';
import { hasReceipt } from './receipt.queries.ts';

/** The receipt of a paid order, and the guest's other orders. */
export function OrderLinks({ order }: { order: Order }) {
  const t = useText();
  const guest = useUser()?.role === 'consumer';
  const { key } = useSearch({ from: pages.countdown });
  const search = { orderId: order.orderId, ...(key && { key }) };
  return (
    <nav className={styles.problem} aria-label={t.countdown.links}>
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
    </nav>
  );
}
