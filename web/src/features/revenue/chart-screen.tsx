import { pages } from '@recline/contract/pages';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { readCurrency } from '../../platform/currency-search.ts';
import { keys } from '../../platform/storage.ts';
import { useFormat, useText } from '../../platform/text.tsx';
import { useChoice } from '../../platform/use-choice.ts';
import { ChartCard } from '../../ui/charts/chart-card.tsx';
import type { ChartTotals } from '../../ui/charts/chart-data.ts';
import { CurrencyChips } from '../../ui/currency-chips.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { ZoneNote } from '../session/index.ts';
import { chartQuery } from './chart.queries.ts';
import { dayPoints, hourPoints, hourTicks } from './chart-points.ts';
import { RefreshButton } from './refresh-button.tsx';

export function ChartScreen() {
  const t = useText();
  const search = useSearch({ from: pages.chart });
  const navigate = useNavigate();
  const asked = readCurrency(search);
  const { data, error, isFetching, refetch } = useQuery({
    ...chartQuery(asked),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  });
  const refresh = <RefreshButton refreshing={isFetching} onRefresh={() => refetch({ throwOnError: true })} />;
  return (
    <Page title={t.chart.title} action={refresh}>
      {!data && !error && ['realTime', 'sevenDays', 'orders'].map((name) => <LoadingState key={name} />)}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <CurrencyChips
            currencies={data.realTime.currencies}
            value={data.realTime.currency}
            onChange={(currency) => void navigate({ to: pages.chart, search: { currency }, replace: true })}
          />
          <ZoneNote />
          <Charts {...data} />
        </>
      )}
    </Page>
  );
}

type ChartsProps = Awaited<ReturnType<NonNullable<ReturnType<typeof chartQuery>['queryFn']>>>;

function Charts({ realTime, sevenDays, ordersSevenDays }: ChartsProps) {
  const t = useText();
  const format = useFormat();
  const [orderChart, showOrdersAs] = useChoice(keys.orderChart, ['line', 'bars']);
  const behind = ({ before }: { before?: readonly ChartTotals[] | undefined }) =>
    before && { name: t.chart.weekBefore, points: before };
  const money = {
    format: (value: number) => format.money(value, realTime.currency),
    formatAxis: (value: number) => format.compact(value / 100),
  };
  return (
    <>
      <ChartCard
        title={t.chart.realTime}
        kind="line"
        span={t.chart.today}
        points={hourPoints(realTime.points, format)}
        ticks={hourTicks(realTime.points, format)}
        {...money}
      />
      <ChartCard
        title={t.chart.sevenDays}
        kind="line"
        behind={behind(sevenDays)}
        span={t.chart.lastSevenDays}
        points={dayPoints(sevenDays.points, format, t.chart.today)}
        {...money}
      />
      <ChartCard
        title={t.chart.ordersSevenDays}
        kind={orderChart}
        behind={behind(ordersSevenDays)}
        otherKind={{
          name: orderChart === 'line' ? t.chart.asBars : t.chart.asCurve,
          onChoose: () => showOrdersAs(orderChart === 'line' ? 'bars' : 'line'),
        }}
        span={t.chart.lastSevenDays}
        points={dayPoints(ordersSevenDays.points, format, t.chart.today)}
        format={format.number}
        formatAxis={format.compact}
      />
    </>
  );
}
