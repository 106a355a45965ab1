import { pages } from '@recline/contract/pages';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCanGoBack, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { readCurrency } from '../../platform/currency-search.ts';
import { useText } from '../../platform/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MoreRows } from '../../ui/more-rows.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { useSheet } from '../../ui/use-sheet.ts';
import { ZoneNote } from '../session/index.ts';
import { ActiveFilters } from './active-filters.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import { type OrderFilters, readFilters, searched, withoutFilters } from './order-filters.ts';
import styles from './order-list.module.css';
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
  const currency = readCurrency(search);
  const go = (next: OrderFilters, more: { currency?: string }) =>
    void navigate({ to: pages.orders, search: { ...next, ...more }, replace: true, resetScroll: false });
  return {
    filters,
    currency,
    orderId: search.orderId,
    filter: (next: OrderFilters) => go(next, { currency }),
    chooseCurrency: (chosen: string) => go(filters, { currency: chosen }),
    /** Goes back where the details were opened from the list; those of a link were not. */
    closeOrder: () => {
      // Going back closes the sheet too, and must not go back twice.
      if (search.orderId === undefined) return;
      if (canGoBack) router.history.back();
      else go(filters, { currency });
    },
  };
}

export function OrderListScreen() {
  const t = useText();
  const { filters, currency, orderId, filter, chooseCurrency, closeOrder } = useOrderSearch();
  const filterSheet = useSheet('filters');
  const list = useInfiniteQuery({ ...orderListQuery(filters), placeholderData: keepPreviousData });
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
      <ZoneNote outletId={filters.outletId} />
      <OrderSummary filters={filters} currency={currency} onCurrency={chooseCurrency} />
      {!orders && !list.error && <LoadingState />}
      {!orders && list.error && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {orders?.length === 0 && (
        <Notice drawing="empty" title={t.orders.empty} text={t.orders.emptyHint}>
          <Button kind="quiet" onClick={() => filter({ ...withoutFilters(filters), period: 'month' })}>
            {t.orders.showMonth}
          </Button>
        </Notice>
      )}
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
    <button type="button" className={styles.filterButton} aria-haspopup="dialog" onClick={onClick}>
      {t.orders.filter}
      <Icon name="filter" size={16} />
    </button>
  );
}
