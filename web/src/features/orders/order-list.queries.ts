import type { Currency } from '@recline/contract/money';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import type { OrderFilters } from './order-filters.ts';

export const orderListQuery = (filters: OrderFilters) =>
  infiniteQueryOptions({
    queryKey: ['orders', 'list', filters],
    queryFn: ({ pageParam, signal }) => api.orders.list({ ...filters, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor,
  });

export const orderSummaryQuery = (filters: OrderFilters, currency?: Currency) =>
  queryOptions({
    queryKey: ['orders', 'summary', filters, currency ?? null],
    queryFn: ({ signal }) => api.orders.summary({ ...filters, currency }, { signal }),
  });

/** One order, for a screen that does not follow its changes. */
export const singleOrderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['orders', 'single', orderId],
    queryFn: ({ signal }) => api.orders.get({ orderId }, { signal }),
  });
