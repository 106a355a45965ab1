import type { Price } from '@recline/contract/starting';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { optionalCall } from '../../../platform/optional-call.ts';
import { api } from '../../data/api.ts';

/** The order that runs on the chair, or null if it is free. Never cached. */
export const deviceStatusQuery = (deviceId: string) =>
  queryOptions({
    queryKey: ['device-status', deviceId],
    queryFn: ({ signal }) => api.starting.deviceStatus({ deviceId }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** The price list travels as a JSON string. */
export const pricesQuery = (deviceId: string) =>
  queryOptions({
    queryKey: ['prices', deviceId],
    queryFn: async ({ signal }) => JSON.parse(await api.starting.priceGroup({ deviceId }, { signal })) as Price[],
  });

/** Name and outlet of the chair, or null from a server without this call. */
export const labelQuery = (deviceId: string) =>
  queryOptions({
    queryKey: ['device-label', deviceId],
    queryFn: ({ signal }) =>
      optionalCall(
        'devices.label',
        () => api.devices.label({ deviceId }, { signal, quiet: true }),
        () => null,
      ),
    staleTime: 5 * 60_000,
  });

/** The chairs of a manager's outlets that are online and idle, page by page. */
export const idleChairsQuery = (filters: { outletId: string | undefined; keyword: string | undefined }) =>
  infiniteQueryOptions({
    queryKey: ['devices', 'idle', filters],
    queryFn: ({ pageParam, signal }) =>
      api.devices.list({ ...filters, online: 'online', use: 'idle', limit: 50, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor,
    staleTime: 0,
  });
