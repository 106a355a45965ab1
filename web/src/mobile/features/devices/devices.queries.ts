import type { Order } from '@recline/contract/orders';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import { ordersKey } from '../../data/orders.keys.ts';
import { observeOrder } from '../orders/index.ts';
import type { DeviceFilters } from './devices.rules.ts';

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

/** Refetches only the counts, for changes of single chairs whose rows are up to date. */
export async function refreshCounts(client: QueryClient, filters: DeviceFilters): Promise<void> {
  // The counts are by state, so the filters on states do not apply to them.
  const { online, use, abnormal, ...scope } = filters;
  const { counts } = await api.devices.list({ ...scope, limit: 1 }, { quiet: true });
  client.setQueryData(deviceListQuery(filters).queryKey, (data) => {
    if (!data) return undefined;
    const [first, ...rest] = data.pages;
    return first ? { ...data, pages: [{ ...first, counts }, ...rest] } : data;
  });
}

/** Since when these chairs are faulty or offline and what that costs; empty from a server without this call. */
export const outagesQuery = (deviceIds: readonly string[]) =>
  queryOptions({
    queryKey: ['devices', 'outages', deviceIds],
    queryFn: async ({ signal }) => {
      const { rows } = await api.devices.outages({ deviceIds: [...deviceIds] }, { signal, quiet: true });
      return new Map(rows.map((row) => [row.deviceId, row]));
    },
    enabled: deviceIds.length > 0,
  });

/** The order of a chair in use, for the time left. The end of an order does not change once it runs. */
export const deviceOrderQuery = (orderId: string) =>
  queryOptions({
    queryKey: [ordersKey, 'of-device', orderId],
    queryFn: async ({ signal }) => observeOrder(await api.orders.get({ orderId }, { signal, quiet: true }), Date.now()),
    staleTime: ({ state }) => (state.data?.order.endsAt === null ? 0 : Number.POSITIVE_INFINITY),
  });

export const cacheDeviceOrder = (client: QueryClient, order: Order): void =>
  void client.setQueryData(deviceOrderQuery(order.orderId).queryKey, observeOrder(order, Date.now()));
