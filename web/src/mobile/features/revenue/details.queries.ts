import type { Currency } from '@recline/contract/money';
import { queryOptions } from '@tanstack/react-query';
import { optionalCall } from '../../../platform/optional-call.ts';
import type { Period } from '../../../platform/period.ts';
import { api } from '../../data/api.ts';

/** The scope of the details, which is also the query parameters of the screen. */
export interface DetailsScope extends Period {
  outletId?: string;
  currency?: Currency;
}

export interface DetailsData {
  figures: Awaited<ReturnType<typeof api.revenue.statistics>>;
  ranking: Awaited<ReturnType<typeof api.revenue.byOutlet>>['rows'];
  report: Awaited<ReturnType<typeof api.revenue.report>>['rows'];
}

/** The baseline of the period's income; null from a server without this call. */
export const comparisonQuery = (scope: DetailsScope) =>
  queryOptions({
    queryKey: ['details', 'comparison', scope],
    queryFn: ({ signal }) => orNull('comparison', () => api.revenue.comparison(scope, { signal, quiet: true })),
  });

/** A short period by the hour; null from a server without this call. */
export const hoursQuery = (scope: DetailsScope) =>
  queryOptions({
    queryKey: ['details', 'hours', scope],
    queryFn: ({ signal }) => orNull('hours', () => api.revenue.hours(scope, { signal, quiet: true })),
  });

const orNull = <T>(name: string, call: () => Promise<T>) => optionalCall(`revenue.${name}`, call, () => null);

/** Figures, ranking and chart of a period, fetched together. */
export const detailsQuery = (scope: DetailsScope) =>
  queryOptions({
    queryKey: ['details', scope],
    meta: { persist: true },
    queryFn: async ({ signal }): Promise<DetailsData> => {
      const [figures, ranking, report] = await Promise.all([
        api.revenue.statistics(scope, { signal }),
        api.revenue.byOutlet(scope, { signal }),
        api.revenue.report(scope, { signal }),
      ]);
      return { figures, ranking: ranking.rows, report: report.rows };
    },
  });
