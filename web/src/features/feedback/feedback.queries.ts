import type { Contract } from '@recline/contract';
import type { OutputOf, SentInputOf } from '@recline/contract/call';
import type { FeedbackStatus } from '@recline/contract/feedback';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { ApiError } from '../../platform/api-error.ts';

type Calls = Contract['feedback'];
export type FeedbackPage = OutputOf<Calls['list']>;
export type FeedbackRow = FeedbackPage['rows'][number];

export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['feedbackOrder', orderId],
    queryFn: ({ signal }) => api.orders.get({ orderId }, { signal }),
  });

export const feedbackQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['feedback', orderId],
    queryFn: ({ signal }) => api.feedback.get({ orderId }, { signal }),
  });

export const feedbackListQuery = (filter: { status?: FeedbackStatus; outletId?: string }) =>
  infiniteQueryOptions({
    queryKey: ['feedbackList', filter],
    queryFn: ({ pageParam, signal }) => api.feedback.list({ ...filter, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: FeedbackPage) => page.nextCursor ?? undefined,
  });

/** Everything that shows feedback or its order is fetched anew. */
export async function refreshFeedback(client: QueryClient): Promise<void> {
  await Promise.all(
    ['feedbackList', 'feedback', 'feedbackOrder', 'order', 'my-orders', 'home'].map((key) =>
      client.invalidateQueries({ queryKey: [key] }),
    ),
  );
}

/**
 * Sends the feedback. Where the connection broke before the answer came, it may have arrived all the
 * same: then it is there to be read.
 */
export async function sendFeedback(input: SentInputOf<Calls['insert']>): Promise<void> {
  try {
    await api.feedback.insert(input);
  } catch (error) {
    const unsure = error instanceof ApiError && (error.kind === 'network' || error.kind === 'timeout');
    if (!unsure) throw error;
    const arrived = await api.feedback.get({ orderId: input.orderId }).catch(() => null);
    if (!arrived) throw error;
  }
}
