import { queryOptions } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import { ordersKey } from '../../data/orders.keys.ts';

/** One order, for a screen that does not follow its changes. */
export const singleOrderQuery = (orderId: string) =>
  queryOptions({
    queryKey: [ordersKey, 'single', orderId],
    queryFn: ({ signal }) => api.orders.get({ orderId }, { signal }),
  });
