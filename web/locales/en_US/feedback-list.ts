import type { feedbackList as base } from '../zh_CN/feedback-list.ts';

export const feedbackList: typeof base = {
  title: 'Feedback',
};
