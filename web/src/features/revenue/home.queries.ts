import type { Currency } from '@recline/contract/money';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import type { CallOptions } from '../../platform/api-client.ts';
import { hasCode } from '../../platform/api-error.ts';

export type HomeFigures = Awaited<ReturnType<typeof api.revenue.home>>;
interface HomeInput {
  currency?: Currency;
}

/** The same figures from single calls, for a server without the combined one. */
async function fromSingleCalls(input: HomeInput, options: CallOptions): Promise<HomeFigures> {
  const [today, overview, summary] = await Promise.all([
    api.revenue.today(input, options),
    api.revenue.overview(input, options),
    api.revenue.summary(input, options),
  ]);
  const { currency, currencies } = today;
  return { today, overview, summary, newFeedback: 0, currency, currencies };
}

async function homeFigures(input: HomeInput, options: CallOptions): Promise<HomeFigures> {
  try {
    return await api.revenue.home(input, options);
  } catch (error) {
    if (hasCode(error, 404)) return fromSingleCalls(input, options);
    throw error;
  }
}

/** All figures of the overview, in one call where the server has it. */
export const homeQuery = (currency?: Currency) =>
  queryOptions({
    queryKey: ['home', currency ?? null],
    queryFn: ({ signal }) => homeFigures({ currency }, { signal }),
    meta: { persist: true },
  });
