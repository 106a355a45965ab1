import type { Currency } from '@recline/contract/money';
import { pages } from '@recline/contract/pages';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { readCurrency } from '../../platform/currency-search.ts';
import { useText } from '../../platform/text.tsx';
import { useFirstShow } from '../../ui/count-up.tsx';
import { CurrencyChips } from '../../ui/currency-chips.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { ZoneNote } from '../session/index.ts';
import { type HomeFigures, homeQuery } from './home.queries.ts';
import { HomeLinks } from './home-links.tsx';
import { HomeSkeleton } from './home-skeleton.tsx';
import { IncomeProfile } from './income-profile.tsx';
import { OtherSummary } from './other-summary.tsx';
import { RefreshButton } from './refresh-button.tsx';
import { TodayCard } from './today-card.tsx';

export function HomeScreen() {
  const t = useText();
  const search = useSearch({ from: pages.home });
  const navigate = useNavigate();
  const asked = readCurrency(search);
  const show = (currency: Currency) => void navigate({ to: pages.home, search: { currency }, replace: true });
  const countUp = useFirstShow('home');
  const { data, error, isFetching, refetch } = useQuery({
    ...homeQuery(asked),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  });
  const refresh = <RefreshButton refreshing={isFetching} onRefresh={() => refetch({ throwOnError: true })} />;
  return (
    <Page title={t.home.title} tab action={refresh}>
      {!data && !error && <HomeSkeleton />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && data.currencies.length === 0 && <EmptyState title={t.home.noOutlets} text={t.home.noOutletsHint} />}
      {data && data.currencies.length > 0 && <HomeCards figures={data} countUp={countUp} onCurrency={show} />}
    </Page>
  );
}

interface HomeCardsProps {
  figures: HomeFigures;
  countUp: boolean;
  onCurrency(currency: Currency): void;
}

/** Opened for the first time, today's figures are drawn first and the rest in the next frame: on a slow phone that counts. */
export function HomeCards({ figures, countUp, onCurrency }: HomeCardsProps) {
  const { currency, currencies, today, overview, summary, newFeedback } = figures;
  const complete = useDeferredValue(true, !countUp);
  return (
    <>
      <CurrencyChips currencies={currencies} value={currency} onChange={onCurrency} />
      <TodayCard today={today} currency={currency} countUp={countUp} />
      <HomeLinks newFeedback={newFeedback} />
      <ZoneNote />
      {complete && <IncomeProfile overview={overview} currency={currency} countUp={countUp} />}
      {complete && (
        <OtherSummary summary={summary} currency={currencies.length > 1 ? currency : undefined} countUp={countUp} />
      )}
    </>
  );
}
