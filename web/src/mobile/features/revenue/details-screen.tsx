import { minorUnits } from '@recline/contract/money';
import { pages } from '@recline/contract/pages';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { hasCode } from '../../../platform/api-error.ts';
import type { Complete } from '../../../platform/complete.ts';
import { readCurrency } from '../../../platform/currency-search.ts';
import { readPeriod } from '../../../platform/period.ts';
import { useFormat } from '../../../platform/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ChartCard } from '../../../ui/charts/chart-card.tsx';
import { CurrencyChips } from '../../../ui/currency-chips.tsx';
import { List, ListAction, RowContent } from '../../../ui/list.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ResultStatus } from '../../../ui/result-status.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { Page } from '../../shell/page.tsx';
import { PeriodChoice, usePeriodName } from '../../shell/period-choice.tsx';
import { useText } from '../../texts/app.ts';
import { OutletChoice } from '../outlets/index.ts';
import { useUser } from '../session/index.ts';
import { ZoneNote } from '../time-zones/index.ts';
import { AccountLink } from './account-link.tsx';
import { hourPoints, incomeSeries } from './chart-points.ts';
import { type DetailsData, type DetailsScope, detailsQuery, hoursQuery } from './details.queries.ts';
import styles from './details-screen.module.css';
import { ExportButton } from './export-button.tsx';
import { RankingCard } from './ranking-card.tsx';
import { isMonthly, reportPoints } from './report-rows.ts';
import { YieldCard } from './yield-card.tsx';

/** The scope is part of the address, so that a link or going back restores it. */
function useScope(): [DetailsScope, (changes: Partial<DetailsScope>) => void] {
  const search = useSearch({ from: pages.details });
  const navigate = useNavigate();
  const currency = readCurrency(search);
  const scope: Complete<DetailsScope> = { ...readPeriod(search), outletId: search.outletId, currency };
  return [scope, (changes) => void navigate({ to: pages.details, search: { ...scope, ...changes }, replace: true })];
}

export function DetailsScreen() {
  const t = useText();
  const format = useFormat();
  const nameOf = usePeriodName();
  const [scope, change] = useScope();
  const query = useQuery({ ...detailsQuery(scope), placeholderData: keepPreviousData });
  const { data, error, isPlaceholderData, refetch } = query;
  const found = ({ yield: income, orders, currency }: DetailsData['figures']) =>
    `${nameOf(scope)}: ${format.money(income, currency)} · ${t.details.orderCount(orders, format.number(orders))}`;
  // The overview says whose days are shown, for all screens.
  const hasOverview = useUser()?.permissions.includes('home');
  return (
    <Page
      title={t.details.title}
      tab
      leading={<AccountLink />}
      action={data && <ExportButton data={data} scope={scope} />}
    >
      <PeriodChoice period={scope} onChange={({ period, start, end }) => change({ period, start, end })} />
      <OutletChoice outletId={scope.outletId} onPick={(outletId) => change({ outletId, currency: undefined })} />
      <ResultStatus text={data && !isPlaceholderData ? found(data.figures) : undefined} />
      {!data && !error && ['figures', 'ranking'].map((name) => <LoadingState key={name} />)}
      {error && hasCode(error, 404) && <NoSuchOutlet onShowAll={() => change({ outletId: undefined })} />}
      {!data && error && !hasCode(error, 404) && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <div className={styles.shown} aria-busy={isPlaceholderData}>
          <CurrencyChips
            label={t.home.currency}
            currencies={data.figures.currencies}
            value={data.figures.currency}
            onChange={(currency) => change({ currency })}
          />
          {!hasOverview && <ZoneNote />}
          <Details data={data} scope={scope} />
        </div>
      )}
    </Page>
  );
}

function Details({ data, scope }: { data: DetailsData; scope: DetailsScope }) {
  const t = useText();
  const { figures, ranking } = data;
  const nothing = figures.yield === 0 && figures.orders === 0;
  return (
    <>
      <YieldCard figures={figures} scope={scope} />
      <Card>
        <List>
          <ListAction>
            <Link to={pages.orders} search={scope} preload="intent">
              <RowContent icon="order" title={t.details.allOrders} chevron />
            </Link>
          </ListAction>
        </List>
      </Card>
      {nothing ? (
        <Notice drawing="empty" title={t.details.nothing} text={t.details.nothingHint} />
      ) : (
        <PeriodChart data={data} scope={scope} />
      )}
      {(!nothing || ranking.length > 1) && <RankingCard ranking={ranking} scope={scope} currency={figures.currency} />}
    </>
  );
}

/** One day by the hour, a longer period by the day or by the month. */
function PeriodChart({ data: { figures, report }, scope }: { data: DetailsData; scope: DetailsScope }) {
  const t = useText();
  const format = useFormat();
  const oneDay = report.length === 1;
  const { data: hours, isLoading } = useQuery({ ...hoursQuery(scope), enabled: oneDay });
  const shown = {
    kind: 'bars' as const,
    series: incomeSeries(t),
    span: t.details.total,
    format: (value: number) => format.money(value, figures.currency),
    formatAxis: (value: number) => format.compact(value / minorUnits),
  };
  if (isLoading) return <LoadingState />;
  if (oneDay && hours) {
    const points = hourPoints(hours.points, format, new Date());
    return <ChartCard title={t.details.byHour} points={points} {...shown} />;
  }
  const title = isMonthly(report) ? t.details.byMonth : t.details.byDay;
  const points = reportPoints(report, format);
  return <ChartCard title={title} points={points} {...shown} />;
}

function NoSuchOutlet({ onShowAll }: { onShowAll(): void }) {
  const t = useText();
  return (
    <Notice drawing="notFound" title={t.details.noSuchOutlet} text={t.details.noSuchOutletHint}>
      <Button kind="quiet" onClick={onShowAll}>
        {t.details.showAllOutlets}
      </Button>
    </Notice>
  );
}
