import { queryOptions } from '@tanstack/react-query';
import { api } from '../../data/api.ts';

export type OutletPlace = Awaited<ReturnType<typeof api.outlets.place>>;

export const placeQuery = (outletId: string) =>
  queryOptions({
    queryKey: ['place', outletId],
    queryFn: ({ signal }) => api.outlets.place({ outletId }, { signal }),
  });
