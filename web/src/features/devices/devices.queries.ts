import type { Order } from '@recline/contract/orders';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { type DeviceFilters, endByOwnClock } from './devices.rules.ts';

const pageSize = 50;

export const deviceListQuery = (filters: DeviceFilters) =>
  infiniteQueryOptions({
    queryKey: ['devices', filters],
    meta: { persist: true },
    queryFn: ({ pageParam, signal }) =>
      api.devices.list({ ...filters, limit: pageSize, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor,
    staleTime: 0,
  });

/** Only the counts, for when single chairs have changed: the pages stay as they are. */
export async function refreshCounts(client: QueryClient, filters: DeviceFilters): Promise<void> {
  const { keyword, outletId } = filters;
  const { counts } = await api.devices.list({ keyword, outletId, limit: 1 }, { quiet: true });
  client.setQueryData(deviceListQuery(filters).queryKey, (data) => {
    if (!data) return undefined;
    const [first, ...rest] = data.pages;
    return first ? { ...data, pages: [{ ...first, counts }, ...rest] } : data;
  });
}

/** When the order of a chair in use will be over; an order's time does not change once it runs. */
export const orderEndQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['order-end', orderId],
    queryFn: async ({ signal }) =>
      endByOwnClock(await api.orders.get({ orderId }, { signal, quiet: true }), Date.now()),
    staleTime: ({ state }) => (state.data === null ? 0 : Number.POSITIVE_INFINITY),
  });

export const keepOrderEnd = (client: QueryClient, order: Order): void =>
  void client.setQueryData(orderEndQuery(order.orderId).queryKey, endByOwnClock(order, Date.now()));
