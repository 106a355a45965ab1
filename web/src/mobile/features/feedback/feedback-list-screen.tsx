import { pages } from '@recline/contract/pages';
import { type FeedbackStatus, feedbackStatuses } from '@recline/contract/values';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Card } from '../../../ui/card.tsx';
import { Chips } from '../../../ui/chip.tsx';
import { Choice } from '../../../ui/choice.tsx';
import { List } from '../../../ui/list.tsx';
import { MoreRows } from '../../../ui/more-rows.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useLive } from '../../data/live.ts';
import { Page } from '../../shell/page.tsx';
import { useText } from '../../texts/app.ts';
import { useUser } from '../session/index.ts';
import { type FeedbackPage, feedbackListQuery } from './feedback.queries.ts';
import { FeedbackCard } from './feedback-card.tsx';

/** Feedback on a manager's outlets, to read and to answer. */
export function FeedbackListScreen() {
  const t = useText();
  const search = useSearch({ from: pages.feedbackList });
  const status = feedbackStatuses.find((value) => value === search.status);
  const list = useInfiniteQuery(feedbackListQuery({ status, outletId: search.outletId }));
  useLive({
    onEvent: (event) => {
      const isAboutFeedback = event.name === 'order' ? event.data.feedbackId !== null : event.name === 'feedback';
      if (isAboutFeedback) void list.refetch();
    },
    onGap: () => void list.refetch(),
  });
  const rows = list.data?.pages.flatMap((page) => page.rows);
  return (
    <Page title={t.feedbackList.title}>
      <Filters status={status} outletId={search.outletId} counts={list.data?.pages[0]?.counts} />
      {!rows && !list.error && <LoadingState />}
      {!rows && list.error && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {rows?.length === 0 && <EmptyState title={t.feedbackList.empty} text={t.feedbackList.emptyText} />}
      {rows?.map((row) => (
        <FeedbackCard key={row.feedbackId} feedback={row} manages about={row} />
      ))}
      {rows && rows.length > 0 && <MoreRows list={list} texts={t.feedbackList} />}
    </Page>
  );
}

interface FiltersProps {
  status: FeedbackStatus | undefined;
  outletId: string | undefined;
  counts: FeedbackPage['counts'] | undefined;
}

function Filters({ status, outletId, counts }: FiltersProps) {
  const t = useText();
  const navigate = useNavigate();
  const outlets = useUser()?.outlets ?? [];
  const choose = (next: { status?: string; outletId?: string }) =>
    void navigate({ to: pages.feedbackList, search: { status, outletId, ...next }, replace: true });
  const all = counts && feedbackStatuses.reduce((sum, value) => sum + counts[value], 0);
  const label = (name: string, count: number | undefined) => (count === undefined ? name : `${name} ${count}`);
  return (
    <>
      <Chips
        label={t.feedbackList.status}
        options={[
          { value: '', label: label(t.feedbackList.all, all) },
          ...feedbackStatuses.map((value) => ({ value, label: label(t.feedback.statuses[value], counts?.[value]) })),
        ]}
        value={status ?? ''}
        onChange={(value) => choose({ status: value || undefined })}
      />
      {outlets.length > 1 && (
        <Card>
          <List>
            <Choice
              icon="outlet"
              label={t.feedbackList.outlet}
              options={[
                { value: '', label: t.feedbackList.allOutlets },
                ...outlets.map((outlet) => ({ value: outlet.outletId, label: outlet.name })),
              ]}
              value={outletId ?? ''}
              onChange={(value) => choose({ outletId: value || undefined })}
            />
          </List>
        </Card>
      )}
    </>
  );
}
