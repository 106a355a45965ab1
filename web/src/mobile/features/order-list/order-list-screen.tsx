import { pages } from '@recline/contract/pages';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCanGoBack, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { MoreRows } from '../../../ui/more-rows.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ResultStatus } from '../../../ui/result-status.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { Page } from '../../shell/page.tsx';
import { useSheet } from '../../shell/use-sheet.ts';
import { useText } from '../../texts/app.ts';
import { ActiveFilters } from './active-filters.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import { type OrderFilters, readFilters, searched, withoutFilters } from './order-filters.ts';
import { orderListQuery } from './order-list.queries.ts';
import { OrderRows } from './order-rows.tsx';
import { OrderSheet } from './order-sheet.tsx';
import { OrderSummary } from './order-summary.tsx';

/** The filters are part of the address, so that a link or going back restores them. */
function useOrderSearch() {
  const search = useSearch({ from: pages.orders });
  const navigate = useNavigate();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const filters = readFilters(search);
  const filter = (next: OrderFilters) =>
    void navigate({ to: pages.orders, search: { ...next }, replace: true, resetScroll: false });
  /** Goes back if the details were opened from the list, but not if they were opened by a link. */
  const closeOrder = () => {
    // Going back closes the sheet too, and must not go back twice.
    if (search.orderId === undefined) return;
    if (canGoBack) router.history.back();
    else filter(filters);
  };
  return { filters, orderId: search.orderId, filter, closeOrder };
}

export function OrderListScreen() {
  const t = useText();
  const { filters, orderId, filter, closeOrder } = useOrderSearch();
  const filterSheet = useSheet('filters');
  const list = useInfiniteQuery(orderListQuery(filters));
  const orders = list.data?.pages.flatMap((page) => page.rows);
  const openFilters = () => filterSheet.open();
  const applyFilters = async (next: OrderFilters) => {
    await filterSheet.close();
    filter(next);
  };
  return (
    <Page title={t.orders.title} action={<FilterButton onClick={openFilters} />}>
      <SearchField
        label={t.orders.search}
        clearLabel={t.orders.clear}
        value={filters.keyword ?? ''}
        onSearch={(keyword) => filter(searched(filters, keyword))}
      />
      <ActiveFilters filters={filters} onChange={filter} onOpen={openFilters} />
      <OrderSummary filters={filters} onCurrency={(currency) => filter({ ...filters, currency })} />
      <ResultStatus text={orders && t.orders.found(orders.length, list.hasNextPage)}>
        {orders?.length === 0 && (
          <Notice drawing="empty" title={t.orders.empty} text={t.orders.emptyHint}>
            <Button kind="quiet" onClick={() => filter({ ...withoutFilters(filters), period: 'month' })}>
              {t.orders.showMonth}
            </Button>
          </Notice>
        )}
      </ResultStatus>
      {!orders && !list.error && <LoadingState />}
      {!orders && list.error && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {orders && orders.length > 0 && (
        <>
          <OrderRows orders={orders} filters={filters} />
          <MoreRows list={list} texts={t.orders} />
        </>
      )}
      <FilterSheet
        open={filterSheet.isOpen}
        filters={filters}
        onClose={() => void filterSheet.close()}
        onFilter={(next) => void applyFilters(next)}
      />
      <OrderSheet orderId={orderId} known={orders?.find((order) => order.orderId === orderId)} onClose={closeOrder} />
    </Page>
  );
}

function FilterButton({ onClick }: { onClick(): void }) {
  const t = useText();
  return (
    <button type="button" aria-haspopup="dialog" onClick={onClick}>
      {t.orders.filter}
      <Icon name="filter" size={16} />
    </button>
  );
}
