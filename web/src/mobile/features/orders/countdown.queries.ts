import type { Order } from '@recline/contract/orders';
import { isIn, openStatuses } from '@recline/contract/values';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import { ordersKey } from '../../data/orders.keys.ts';
import { type ObservedOrder, observeOrder } from './remaining-time.ts';
import { stopOf } from './stop-state.ts';

// Changes are pushed; this catches lost ones.
const pollIntervalMs = 15_000;
// Nothing is pushed to a browser without the payer's session.
const pollByKeyMs = 3_000;

/** An order on the countdown; `own`: placed by this browser's session. */
export interface CountdownOrder extends ObservedOrder {
  own: boolean;
}

const isExpectingChange = (order: Order) => isIn(openStatuses, order.status) || stopOf(order) === 'asked';

/** Fetched by the key of a returning payer, or with this browser's session. */
async function fetchOrder(orderId: string, key: string | undefined, signal: AbortSignal): Promise<CountdownOrder> {
  const sentAt = performance.now();
  const options = { signal, quiet: true };
  const order = await (key ? api.orders.returned({ orderId, key }, options) : api.orders.get({ orderId }, options));
  // The server's time was written about halfway through the round trip, which the monotonic clock measures.
  return { ...observeOrder(order, Date.now() - (performance.now() - sentAt) / 2), own: order.own ?? true };
}

/** `key` only affects how the order is fetched; the cache entry is the same. */
export const observedOrderQuery = (orderId: string, key?: string) =>
  queryOptions({
    queryKey: [ordersKey, 'observed', orderId],
    queryFn: ({ signal }) => fetchOrder(orderId, key, signal),
    staleTime: 0,
    // After a reload without a network, the countdown continues.
    meta: { persist: 'silently' },
    refetchOnReconnect: 'always',
    refetchInterval: ({ state }) => {
      if (!state.data || !isExpectingChange(state.data.order)) return false;
      return key ? pollByKeyMs : pollIntervalMs;
    },
  });

/** Caches an order that arrived as an event or as the answer to a change, which do not include the phone number. */
export function cacheOrder(client: QueryClient, order: Order): void {
  client.setQueryData(observedOrderQuery(order.orderId).queryKey, (cached) =>
    // An answer may be overtaken by an event that was written after it.
    cached && cached.order.serverTime > order.serverTime
      ? cached
      : {
          ...observeOrder({ servicePhone: cached?.order.servicePhone, ...order }, Date.now()),
          own: cached?.own ?? true,
        },
  );
}
