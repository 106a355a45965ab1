import type { Order } from '@recline/contract/orders';
import { pages } from '@recline/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../../platform/text.tsx';
import { List, ListRow } from '../../../ui/list.tsx';
import { useText } from '../../texts/app.ts';
import { OrderTag, orderTime } from '../orders/index.ts';
import styles from './chair-orders.module.css';
import { chairOrdersQuery } from './order-list.queries.ts';

const most = 3;

/** The last orders of the same chair, with a link to all of them. */
export function ChairOrders({ order }: { order: Order }) {
  const t = useText();
  const format = useFormat();
  const { data } = useQuery(chairOrdersQuery(order.deviceId));
  const others = (data ?? []).filter(({ orderId }) => orderId !== order.orderId).slice(0, most);
  return (
    <section className={styles.chairOrders}>
      <h3>{t.orders.chairOrders(order.deviceId)}</h3>
      {data && others.length === 0 && <p className={styles.small}>{t.orders.noOthers}</p>}
      <List>
        {others.map((other) => (
          <ListRow
            key={other.orderId}
            title={format.dateTime(orderTime(other))}
            text={format.money(other.amount, other.currency)}
            value={<OrderTag order={other} />}
          />
        ))}
      </List>
      <Link to={pages.orders} search={{ deviceId: order.deviceId, period: 'month' }} className={styles.allOfChair}>
        {t.orders.allOfChair} ›
      </Link>
    </section>
  );
}
