import type { feedback as base } from '../zh_CN/feedback.ts';

export const feedback: typeof base = {
  title: 'Order feedback',
};
