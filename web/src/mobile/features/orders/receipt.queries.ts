import type { Order } from '@recline/contract/orders';
import { receiptPayments } from '@recline/contract/values';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import { ordersKey } from '../../data/order-keys.ts';

export const hasReceipt = ({ payment }: Order): boolean => receiptPayments.includes(payment);

/** Its lines come in the language of the page. */
export const receiptQuery = (asked: { orderId: string; key: string | undefined }, language: string) =>
  queryOptions({
    queryKey: [ordersKey, 'receipt', asked.orderId, language],
    queryFn: ({ signal }) => api.orders.receipt(asked, { signal }),
  });
