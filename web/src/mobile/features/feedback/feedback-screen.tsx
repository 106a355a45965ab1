import type { Order } from '@recline/contract/orders';
import { pages } from '@recline/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { Page } from '../../shell/page.tsx';
import { useText } from '../../texts/app.ts';
import { singleOrderQuery } from '../orders/index.ts';
import { useUser } from '../session/index.ts';
import { ChairReport } from './chair-report.tsx';
import { FeedbackForm } from './feedback-form.tsx';
import { FeedbackOrder } from './feedback-order.tsx';
import { SentFeedback } from './sent-feedback.tsx';
import { useDraft } from './use-draft.ts';

/** Feedback on an order, or a report about a chair without one. */
export function FeedbackScreen() {
  const { orderId = '', deviceId } = useSearch({ from: pages.feedback });
  return deviceId ? <ChairReport deviceId={deviceId} /> : <OrderFeedback orderId={orderId} />;
}

/** Feedback on one order: the form, or the sent feedback with its reply. */
function OrderFeedback({ orderId }: { orderId: string }) {
  const t = useText();
  const { data: order, error, refetch } = useQuery(singleOrderQuery(orderId));
  return (
    <Page title={t.feedback.title} chair={order?.deviceId}>
      {!order && !error && <LoadingState />}
      {!order && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {order?.feedbackId === null && order.own !== false && <NewFeedback order={order} />}
      {order?.feedbackId === null && order.own === false && (
        <>
          <FeedbackOrder order={order} />
          <Notice drawing="forbidden" title={t.feedback.notYours} text={t.feedback.notYoursText} />
        </>
      )}
      {order && order.feedbackId !== null && (
        <>
          <FeedbackOrder order={order} />
          <SentFeedback order={order} />
        </>
      )}
    </Page>
  );
}

const hasSession = async () => {};

function NewFeedback({ order }: { order: Order }) {
  const user = useUser();
  const draft = useDraft(user?.id ?? '', order.orderId, hasSession);
  const subject = useMemo(() => ({ orderId: order.orderId }), [order.orderId]);
  if (!draft) return <LoadingState />;
  const facts = (at: Date) => <FeedbackOrder order={order} feedbackTime={at} />;
  return <FeedbackForm subject={subject} draft={draft} facts={facts} />;
}
