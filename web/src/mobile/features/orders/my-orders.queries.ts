import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import { ordersKey } from '../../data/orders.keys.ts';

/** The caller's own orders, newest first, a page at a time. */
export const myOrdersQuery = infiniteQueryOptions({
  queryKey: [ordersKey, 'mine'],
  queryFn: ({ pageParam, signal }) => api.orders.mine({ cursor: pageParam }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.nextCursor,
  staleTime: 0,
  meta: { persist: true },
});
