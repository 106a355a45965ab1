import { pages } from '@recline/contract/pages';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLive } from '../../platform/live.ts';
import { useText } from '../../platform/text.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { MoreRows } from '../../ui/more-rows.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { MyOrderCard } from './my-order-card.tsx';
import { myOrdersQuery } from './my-orders.queries.ts';

export function MyOrdersScreen() {
  const t = useText();
  const list = useInfiniteQuery(myOrdersQuery);
  useLive({ onEvent: (event) => event.name === 'order' && void list.refetch(), onGap: () => void list.refetch() });
  const orders = list.data?.pages.flatMap((page) => page.rows);
  return (
    <Page title={t.myOrders.title}>
      {!orders && !list.error && <LoadingState />}
      {!orders && list.error && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {orders?.length === 0 && (
        <Notice drawing="empty" title={t.myOrders.empty} text={t.myOrders.emptyText}>
          <Link to={pages.quickStart} className={buttonClass()}>
            {t.myOrders.start}
          </Link>
        </Notice>
      )}
      {orders?.map((order) => (
        <MyOrderCard key={order.orderId} order={order} />
      ))}
      {orders && orders.length > 0 && <MoreRows list={list} texts={t.myOrders} />}
    </Page>
  );
}
