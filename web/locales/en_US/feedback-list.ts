import type { feedbackList as base } from '../zh_CN/feedback-list.ts';

export const feedbackList: typeof base = {
  title: 'Feedback',
  status: 'Status',
  all: 'All',
  outlet: 'Outlet',
  allOutlets: 'All outlets',
  empty: 'No feedback yet',
  emptyText: 'What guests write about their orders will appear here',
  more: 'Load more',
  moreFailed: 'Could not load. Tap to try again.',
  end: 'No more',
};
