import type { Currency } from '@recline/contract/money';
import { queryOptions } from '@tanstack/react-query';
import type { CallOptions } from '../../../platform/api-client.ts';
import { optionalCall } from '../../../platform/optional-call.ts';
import { api } from '../../data/api.ts';
import { homeKey } from '../../data/orders.keys.ts';
import { storedToken } from '../../data/token.ts';

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

const homeFigures = (input: HomeInput, options: CallOptions): Promise<HomeFigures> =>
  optionalCall(
    'revenue.home',
    () => api.revenue.home(input, options),
    () => fromSingleCalls(input, options),
  );

/** All figures of the overview, in one call if the server has it. */
export const homeQuery = (currency?: Currency) =>
  queryOptions({
    queryKey: [homeKey, currency ?? null],
    // Refreshed live, so errors are shown only by the refresh button and the age of the figures. A missing login is
    // always shown.
    queryFn: ({ signal }) => homeFigures({ currency }, { signal, quiet: storedToken.get() !== null }),
    meta: { persist: true, quiet: true },
  });
