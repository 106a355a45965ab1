import type { feedbackList as base } from '../zh_CN/feedback-list.ts';

export const feedbackList: typeof base = {
  title: 'Feedback',
  status: 'Status',
  all: 'All',
  outlet: 'Outlet',
  allOutlets: 'All outlets',
  empty: 'No feedback',
  emptyText: 'What guests tell you about their orders appears here',
  more: 'Load more',
  moreFailed: 'Could not load, tap to retry',
  end: 'That is all',
};
