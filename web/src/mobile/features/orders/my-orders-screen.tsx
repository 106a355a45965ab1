import { pages } from '@recline/contract/pages';
import { useInfiniteQuery } from '@tanstack/react-query';
import { buttonClass } from '../../../ui/button.tsx';
import { MoreRows } from '../../../ui/more-rows.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useLive } from '../../data/live.ts';
import { Page } from '../../shell/page.tsx';
import { useText } from '../../texts/app.ts';
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
          <a href={pages.index} className={buttonClass()}>
            {t.myOrders.start}
          </a>
        </Notice>
      )}
      {orders?.map((order) => (
        <MyOrderCard key={order.orderId} order={order} />
      ))}
      {orders && orders.length > 0 && <MoreRows list={list} texts={t.myOrders} />}
    </Page>
  );
}
