import type { Currency } from '@recline/contract/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../platform/text.tsx';
import { Chips } from '../../ui/chip.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { homeQuery } from './home.queries.ts';
import { HomeLinks } from './home-links.tsx';
import { IncomeProfile } from './income-profile.tsx';
import { OtherSummary } from './other-summary.tsx';
import { RefreshButton } from './refresh-button.tsx';
import { TodayCard } from './today-card.tsx';

export function HomeScreen() {
  const t = useText();
  const [currency, setCurrency] = useState<Currency>();
  const { data, error, isFetching, refetch } = useQuery(homeQuery(currency));
  const refresh = <RefreshButton refreshing={isFetching} onRefresh={() => refetch({ throwOnError: true })} />;
  return (
    <Page title={t.home.title} tab action={refresh}>
      {!data && !error && <LoadingState />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          {data.currencies.length > 1 && (
            <Chips
              label={t.home.currency}
              options={data.currencies.map((name) => ({ value: name, label: name }))}
              value={data.currency}
              onChange={(name) => setCurrency(name)}
            />
          )}
          <TodayCard today={data.today} currency={data.currency} />
          <IncomeProfile overview={data.overview} currency={data.currency} />
          <OtherSummary summary={data.summary} />
          <HomeLinks newFeedback={data.newFeedback} />
        </>
      )}
    </Page>
  );
}
