import type { Currency } from '@recline/contract/money';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../data/api.ts';

/** The three charts, fetched in parallel. */
export const chartQuery = (currency?: Currency) =>
  queryOptions({
    queryKey: ['chart', currency ?? null],
    meta: { persist: true, quiet: true },
    queryFn: async ({ signal }) => {
      const [realTime, sevenDays, ordersSevenDays] = await Promise.all([
        api.revenue.realTime({ currency }, { signal, quiet: true }),
        api.revenue.sevenDays({ currency }, { signal, quiet: true }),
        api.revenue.ordersSevenDays({ currency }, { signal, quiet: true }),
      ]);
      return { realTime, sevenDays, ordersSevenDays };
    },
  });
