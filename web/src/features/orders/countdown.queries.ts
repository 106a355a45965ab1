import type { Order } from '@recline/contract/orders';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { clockDifference, isActive } from './remaining.ts';

/** An order as it was last told, and how far the server's clock is ahead of the phone's. */
export interface SeenOrder {
  order: Order;
  difference: number;
}

// Changes come by themselves; this is for those that got lost on the way.
const checkEvery = 15_000;

const seen = (order: Order, at: number): SeenOrder => ({ order, difference: clockDifference(order.serverTime, at) });

async function askFor(orderId: string, signal: AbortSignal): Promise<SeenOrder> {
  const askedAt = performance.now();
  const order = await api.orders.get({ orderId }, { signal, quiet: true });
  // The server wrote its time about half way between question and answer; how long that took is
  // measured by the clock that nobody can set.
  return seen(order, Date.now() - (performance.now() - askedAt) / 2);
}

export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['order', orderId],
    queryFn: ({ signal }) => askFor(orderId, signal),
    staleTime: 0,
    // Reloaded without a network, it counts on.
    meta: { persist: 'silently' },
    // Back in the network, at once.
    refetchOnReconnect: 'always',
    refetchInterval: ({ state }) => (state.data && isActive(state.data.order.status) ? checkEvery : false),
  });

/** Puts an order that arrived by itself where the screens read it. */
export function keepOrder(client: QueryClient, order: Order): void {
  client.setQueryData(orderQuery(order.orderId).queryKey, seen(order, Date.now()));
}
