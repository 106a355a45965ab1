import { errors } from '@recline/contract/errors';
import type { Price } from '@recline/contract/starting';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { hasCode } from '../../platform/api-error.ts';

/** The order that runs on the chair, or null where it is free. Never cached. */
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
      api.devices.label({ deviceId }, { signal, quiet: true }).catch((error: unknown) => {
        if (hasCode(error, errors.unknownDevice.code) || signal.aborted) throw error;
        return null;
      }),
    staleTime: 5 * 60_000,
  });

/** The chairs of a manager's outlets that can be started. */
export const freeChairsQuery = (outletId: string | undefined) =>
  queryOptions({
    queryKey: ['devices', 'free', outletId ?? null],
    queryFn: async ({ signal }) => {
      const { rows } = await api.devices.list({ outletId, online: 'online', use: 'idle', limit: 50 }, { signal });
      return rows.filter(({ faultCode }) => faultCode === null);
    },
    staleTime: 0,
  });
