import type { Currency } from '@recline/contract/money';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';

/** The three charts, fetched in parallel. */
export const chartQuery = (currency?: Currency) =>
  queryOptions({
    queryKey: ['chart', currency ?? null],
    meta: { persist: true },
    queryFn: async ({ signal }) => {
      const [realTime, sevenDays, ordersSevenDays] = await Promise.all([
        api.revenue.realTime({ currency }, { signal }),
        api.revenue.sevenDays({ currency }, { signal }),
        api.revenue.ordersSevenDays({ currency }, { signal }),
      ]);
      return { realTime, sevenDays, ordersSevenDays };
    },
  });
