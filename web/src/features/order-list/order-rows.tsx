import type { Order } from '@recline/contract/orders';
import { pages } from '@recline/contract/pages';
import { Link } from '@tanstack/react-router';
import { useFormat, useText } from '../../platform/text.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useLabels } from '../dictionary/index.ts';
import { isWithoutIncome, statusTones } from '../orders/index.ts';
import type { OrderFilters } from './order-filters.ts';
import styles from './order-list.module.css';

/** Each order links to its details, a sheet over the list that going back closes. */
export const OrderRows = ({ orders, filters }: { orders: readonly Order[]; filters: OrderFilters }) => (
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

function Row({ order }: { order: Order }) {
  const t = useText();
  const format = useFormat();
  const labelOf = useLabels();
  return (
    <>
      <span className={styles.what}>
        <span>{order.outletName}</span>
        <span className={styles.small}>
          {order.deviceId} · {t.orders.minutes(order.minutes)} · {labelOf('gear', order.gear)}
        </span>
        <span className={styles.small}>{format.dateTime(order.startedAt ?? order.createdAt)}</span>
      </span>
      <span className={styles.howMuch}>
        <span className={`number ${isWithoutIncome(order.status) ? styles.withoutIncome : ''}`}>
          {format.money(order.amount, order.currency)}
        </span>
        <Tag tone={statusTones[order.status]}>{labelOf('orderStatus', order.status)}</Tag>
        <span className={styles.small}>{labelOf('orderType', order.type)}</span>
      </span>
    </>
  );
}
