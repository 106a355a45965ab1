import type { Order } from '@recline/contract/orders';
import { isIn, openStatuses } from '@recline/contract/values';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { type ObservedOrder, observeOrder } from './remaining-time.ts';

// Changes are pushed; this catches those that were lost on the way.
const pollIntervalMs = 15_000;

async function fetchOrder(orderId: string, signal: AbortSignal): Promise<ObservedOrder> {
  const sentAt = performance.now();
  const order = await api.orders.get({ orderId }, { signal, quiet: true });
  // The server wrote its time about half way through the round trip, which the monotonic clock measures.
  return observeOrder(order, Date.now() - (performance.now() - sentAt) / 2);
}

export const observedOrderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['orders', 'observed', orderId],
    queryFn: ({ signal }) => fetchOrder(orderId, signal),
    staleTime: 0,
    // Reloaded without a network, the countdown goes on.
    meta: { persist: 'silently' },
    refetchOnReconnect: 'always',
    refetchInterval: ({ state }) =>
      state.data && isIn(openStatuses, state.data.order.status) ? pollIntervalMs : false,
  });

/** Caches an order that arrived as an event or as the answer to a change. */
export function cacheOrder(client: QueryClient, order: Order): void {
  client.setQueryData(observedOrderQuery(order.orderId).queryKey, observeOrder(order, Date.now()));
}
