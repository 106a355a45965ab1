import type { Contract } from '@recline/contract';
import type { OutputOf, SentInputOf } from '@recline/contract/call';
import type { FeedbackStatus } from '@recline/contract/feedback';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { isUnanswered } from '../../../platform/api-error.ts';
import { api } from '../../data/api.ts';
import { feedbackKey } from '../../data/orders.keys.ts';

type Calls = Contract['feedback'];
export type FeedbackPage = OutputOf<Calls['list']>;
export type ListedFeedback = FeedbackPage['rows'][number];
/** Feedback on an order, or from the manager's list, where there may be none. */
export type FeedbackRow = Omit<ListedFeedback, 'deviceId' | 'deviceName' | 'outletId' | 'outletName'>;

export const feedbackQuery = (orderId: string) =>
  queryOptions({
    queryKey: [feedbackKey, 'of-order', orderId],
    queryFn: ({ signal }) => api.feedback.get({ orderId }, { signal }),
  });

/** The chair that a report is about; the call needs no token. */
export const chairQuery = (deviceId: string) =>
  queryOptions({
    queryKey: ['chair', deviceId],
    queryFn: ({ signal }) => api.chairPage.get({ deviceId }, { signal }),
  });

export const feedbackListQuery = (filter: { status?: FeedbackStatus; outletId?: string }) =>
  infiniteQueryOptions({
    queryKey: [feedbackKey, 'list', filter],
    queryFn: ({ pageParam, signal }) => api.feedback.list({ ...filter, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: FeedbackPage) => page.nextCursor ?? undefined,
  });

/** Sends the feedback. Without an answer, reads it back, because the server may have stored it. */
export async function sendFeedback(input: SentInputOf<Calls['insert']>): Promise<void> {
  try {
    // As JSON, which has lists.
    await api.feedback.insert(input, { json: true });
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    const { orderId } = input;
    const stored = orderId ? await api.feedback.get({ orderId }).catch(() => null) : null;
    if (!stored) throw error;
  }
}
