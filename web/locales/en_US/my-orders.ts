import type { myOrders as base } from '../zh_CN/my-orders.ts';

export const myOrders: typeof base = {
  title: 'My orders',
  empty: 'No orders yet',
  emptyText: 'Scan the code on a device to start your first massage',
  start: 'Start a device',
  minutes: (minutes) => `${minutes} min`,
  open: 'View order',
  pay: 'Pay now',
  watch: 'View countdown',
  feedback: 'Send feedback',
  feedbackSent: 'Feedback sent',
  more: 'Load more',
  moreFailed: 'Could not load. Tap to try again.',
  end: 'No more',
  receipt: 'Receipt',
};
