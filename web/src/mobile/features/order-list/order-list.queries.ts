import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import { ordersKey } from '../../data/orders.keys.ts';
import type { OrderFilters } from './order-filters.ts';

export const orderListQuery = (filters: OrderFilters) =>
  infiniteQueryOptions({
    queryKey: [ordersKey, 'list', filters],
    queryFn: ({ pageParam, signal }) => api.orders.list({ ...filters, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor,
  });

export const orderSummaryQuery = (filters: OrderFilters) =>
  queryOptions({
    queryKey: [ordersKey, 'summary', filters],
    queryFn: ({ signal }) => api.orders.summary(filters, { signal }),
  });

/** The chair's other orders, newest first: to see whether it failed others too. */
export const chairOrdersQuery = (deviceId: string) =>
  queryOptions({
    queryKey: [ordersKey, 'of-chair', deviceId],
    queryFn: async ({ signal }) => (await api.orders.list({ deviceId, period: 'month', limit: 4 }, { signal })).rows,
  });
