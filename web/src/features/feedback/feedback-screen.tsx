import { pages } from '@recline/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useText } from '../../platform/text.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { singleOrderQuery } from '../orders/index.ts';
import { useUser } from '../session/index.ts';
import { FeedbackForm } from './feedback-form.tsx';
import { OrderFacts } from './order-facts.tsx';
import { SentFeedback } from './sent-feedback.tsx';
import { useDraft } from './use-draft.ts';

/** Feedback on one order: the form, or the sent feedback with its reply. */
export function FeedbackScreen() {
  const t = useText();
  const { orderId = '' } = useSearch({ from: pages.feedback });
  const { data: order, error, refetch } = useQuery(singleOrderQuery(orderId));
  return (
    <Page title={t.feedback.title}>
      {!order && !error && <LoadingState />}
      {!order && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {order?.feedbackId === null && order.own !== false && <NewFeedback order={order} />}
      {order?.feedbackId === null && order.own === false && (
        <>
          <OrderFacts order={order} />
          <Notice drawing="forbidden" title={t.feedback.notYours} text={t.feedback.notYoursText} />
        </>
      )}
      {order && order.feedbackId !== null && (
        <>
          <OrderFacts order={order} />
          <SentFeedback order={order} />
        </>
      )}
    </Page>
  );
}

function NewFeedback({ order }: { order: Parameters<typeof FeedbackForm>[0]['order'] }) {
  const user = useUser();
  const draft = useDraft(user?.id ?? '', order.orderId);
  return draft ? <FeedbackForm order={order} draft={draft} /> : <LoadingState />;
}
