import type { ListedOrder } from '@recline/contract/orders';
import { pages } from '@recline/contract/pages';
import { Link } from '@tanstack/react-router';
import { useFormat, useRelativeTime } from '../../../platform/text.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useText } from '../../texts/app.ts';
import { isWithoutIncome, OrderTag, orderTime, useWhatWaits } from '../orders/index.ts';
import type { OrderFilters } from './order-filters.ts';
import styles from './order-rows.module.css';

const dayMs = 24 * 3600_000;

/** Each order links to its details, a sheet over the list that going back closes. */
export const OrderRows = ({ orders, filters }: { orders: readonly ListedOrder[]; filters: OrderFilters }) => (
  <ul className={styles.rows}>
    {orders.map((order) => (
      <li key={order.orderId} className={styles.item}>
        <Link
          to={pages.orders}
          search={{ ...filters, orderId: order.orderId }}
          resetScroll={false}
          className={styles.row}
          aria-haspopup="dialog"
        >
          <Row order={order} />
        </Link>
      </li>
    ))}
  </ul>
);

/** Amount, chair, time and state; then the last digits of the order's and the guest's number, which identify it. */
function Row({ order }: { order: ListedOrder }) {
  const t = useText();
  const format = useFormat();
  const ago = useTimeOfRow();
  const { amount, refundedAmount, currency, status, guestMobile } = order;
  const inPart = refundedAmount > 0 && status !== 'refunded';
  const waits = useWhatWaits(order);
  return (
    <>
      <span className={styles.line}>
        <span className={styles.chair}>
          <strong className="number">{order.deviceId}</strong> <span className={styles.small}>{order.outletName}</span>
        </span>
        <span className={`number ${isWithoutIncome(status) ? styles.withoutIncome : ''}`}>
          {format.money(amount, currency)}
        </span>
      </span>
      <span className={styles.line}>
        <span className={styles.small}>
          {[ago(orderTime(order)), t.orders.numberEnd(order.orderNo.slice(-4)), guestMobile]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className={styles.states}>
          {inPart && <Tag tone="warn">{t.orders.refundedInPart(format.money(refundedAmount, currency))}</Tag>}
          <OrderTag order={order} />
        </span>
      </span>
      {waits && <span className={styles.small}>{waits}</span>}
    </>
  );
}

/** Within a day, how long ago; otherwise the date and time. */
function useTimeOfRow(): (at: string) => string {
  const format = useFormat();
  const ago = useRelativeTime();
  return (at) => (Date.now() - Date.parse(at) < dayMs ? ago(at) : format.dayTime(at));
}
