import type { Order } from '@recline/contract/orders';
import { useQuery } from '@tanstack/react-query';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useLive } from '../../data/live.ts';
import { useUser } from '../session/index.ts';
import { feedbackQuery } from './feedback.queries.ts';
import { FeedbackCard } from './feedback-card.tsx';

/** The feedback on an order. A manager of its outlet can answer it here. */
export function SentFeedback({ order }: { order: Order }) {
  const user = useUser();
  const { data, error, refetch } = useQuery(feedbackQuery(order.orderId));
  useLive(
    {
      onEvent: (event) => event.name === 'order' && event.data.orderId === order.orderId && void refetch(),
      onGap: () => void refetch(),
    },
    { orderId: order.orderId },
  );
  if (data) return <FeedbackCard feedback={{ ...data, order }} manages={user?.role === 'manager'} />;
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
}
