import type { Currency } from '@recline/contract/money';
import { pages } from '@recline/contract/pages';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { readCurrency } from '../../../platform/currency-search.ts';
import { inBackground } from '../../../platform/in-background.tsx';
import { useFirstShow } from '../../../ui/count-up.tsx';
import { CurrencyChips } from '../../../ui/currency-chips.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { Page } from '../../shell/page.tsx';
import { useText } from '../../texts/core.ts';
import { type HomeFigures, homeQuery } from './home.queries.ts';
import { HomeLinks } from './home-links.tsx';
import { HomeSkeleton } from './home-skeleton.tsx';
import { IncomeProfile } from './income-profile.tsx';
import { OtherSummary } from './other-summary.tsx';
import { RefreshButton } from './refresh-button.tsx';
import { TodayCard } from './today-card.tsx';

const AccountLink = inBackground(async () => (await import('./account-link.tsx')).AccountLink);
const LiveHome = inBackground(async () => (await import('./live-home.ts')).LiveHome);

export function HomeScreen() {
  const t = useText();
  const search = useSearch({ from: pages.home });
  const navigate = useNavigate();
  const asked = readCurrency(search);
  const show = (currency: Currency) => void navigate({ to: pages.home, search: { currency }, replace: true });
  const countUp = useFirstShow('home');
  const { data, error, refetch } = useQuery({
    ...homeQuery(asked),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  });
  return (
    <Page
      title={t.home.title}
      tab
      leading={<AccountLink />}
      action={<RefreshButton onRefresh={() => refetch({ throwOnError: true })} />}
    >
      <LiveHome refetch={refetch} />
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

/**
 * On the first opening, today's figures are rendered first and the rest in the next frame, which matters on a slow
 * phone.
 */
export function HomeCards({ figures, countUp, onCurrency }: HomeCardsProps) {
  const t = useText();
  const { currency, currencies, today, overview, summary, newFeedback } = figures;
  const complete = useDeferredValue(true, !countUp);
  return (
    <>
      <CurrencyChips label={t.home.currency} currencies={currencies} value={currency} onChange={onCurrency} />
      <TodayCard today={today} currency={currency} countUp={countUp} />
      <HomeLinks newFeedback={newFeedback} />
      {complete && <IncomeProfile overview={overview} currency={currency} countUp={countUp} />}
      {complete && (
        <OtherSummary summary={summary} currency={currencies.length > 1 ? currency : undefined} countUp={countUp} />
      )}
    </>
  );
}
