import { queryOptions } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import { ordersKey } from '../../data/orders.keys.ts';

/** Its lines come in the language of the page. */
export const receiptQuery = (asked: { orderId: string; key: string | undefined }, language: string) =>
  queryOptions({
    queryKey: [ordersKey, 'receipt', asked.orderId, language],
    queryFn: ({ signal }) => api.orders.receipt(asked, { signal }),
  });
