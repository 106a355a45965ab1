import { queryOptions } from '@tanstack/react-query';
import { optionalCall } from '../../../platform/optional-call.ts';
import { api } from '../../data/api.ts';

/** Up to five chairs of the outlet with the same prices that are free now; empty from a server without this call. */
export const freeChairsQuery = (deviceId: string) =>
  queryOptions({
    queryKey: ['free-chairs', deviceId],
    queryFn: ({ signal }) =>
      optionalCall(
        'chairPage.freeChairs',
        async () => (await api.chairPage.freeChairs({ deviceId }, { signal, quiet: true })).rows,
        () => [],
      ),
    staleTime: 0,
    refetchInterval: 15_000,
  });
