import { minorUnits } from '@recline/contract/money';
import { pages } from '@recline/contract/pages';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { readCurrency } from '../../../platform/currency-search.ts';
import { useFormat } from '../../../platform/text.tsx';
import { useChoice } from '../../../platform/use-choice.ts';
import { ChartCard } from '../../../ui/charts/chart-card.tsx';
import { CurrencyChips } from '../../../ui/currency-chips.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { Page } from '../../shell/page.tsx';
import { useText } from '../../texts/app.ts';
import { chartQuery } from './chart.queries.ts';
import { dayPoints, hourPoints, hourTicks, type Income, incomeSeries, valuesOf } from './chart-points.ts';
import { chosenOrderChart } from './choices.ts';
import { RefreshButton } from './refresh-button.tsx';

export function ChartScreen() {
  const t = useText();
  const search = useSearch({ from: pages.chart });
  const navigate = useNavigate();
  const asked = readCurrency(search);
  const { data, error, refetch } = useQuery({
    ...chartQuery(asked),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  });
  return (
    <Page title={t.chart.title} action={<RefreshButton onRefresh={() => refetch({ throwOnError: true })} />}>
      {!data && !error && ['realTime', 'sevenDays', 'orders'].map((name) => <LoadingState key={name} />)}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <CurrencyChips
            label={t.home.currency}
            currencies={data.realTime.currencies}
            value={data.realTime.currency}
            onChange={(currency) => void navigate({ to: pages.chart, search: { currency }, replace: true })}
          />
          <Charts {...data} />
        </>
      )}
    </Page>
  );
}

/** The days of the previous week, and the first of them up to this time of day. */
interface Before {
  before?: readonly Income[] | undefined;
  lastWeek?: Income | undefined;
}

type ChartsProps = Awaited<ReturnType<NonNullable<ReturnType<typeof chartQuery>['queryFn']>>>;

function Charts({ realTime, sevenDays, ordersSevenDays }: ChartsProps) {
  const t = useText();
  const format = useFormat();
  const [orderChart, showOrdersAs] = useChoice(chosenOrderChart, ['line', 'bars']);
  const behind = ({ before, lastWeek }: Before) =>
    before && { name: t.chart.weekBefore, points: before.map(valuesOf), soFar: lastWeek && valuesOf(lastWeek) };
  const series = incomeSeries(t);
  const days = { today: t.chart.today, soFar: t.chart.soFar };
  const money = {
    format: (value: number) => format.money(value, realTime.currency),
    formatAxis: (value: number) => format.compact(value / minorUnits),
  };
  return (
    <>
      <ChartCard
        title={t.chart.realTime}
        kind="line"
        series={series}
        span={t.chart.today}
        points={hourPoints(realTime.points, format, new Date())}
        ticks={hourTicks(realTime.points, format)}
        {...money}
      />
      <ChartCard
        title={t.chart.sevenDays}
        kind="line"
        series={series}
        behind={behind(sevenDays)}
        span={t.chart.lastSevenDays}
        points={dayPoints(sevenDays.points, format, days)}
        {...money}
      />
      <ChartCard
        title={t.chart.ordersSevenDays}
        kind={orderChart}
        series={series}
        behind={behind(ordersSevenDays)}
        otherKind={{
          name: t.chart.asBars,
          on: orderChart === 'bars',
          onChoose: () => showOrdersAs(orderChart === 'line' ? 'bars' : 'line'),
        }}
        span={t.chart.lastSevenDays}
        points={dayPoints(ordersSevenDays.points, format, days)}
        format={format.number}
        formatAxis={format.compact}
      />
    </>
  );
}
