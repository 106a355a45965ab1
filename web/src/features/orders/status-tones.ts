import type { OrderStatus } from '@recline/contract/values';

/** The colour of an order's state: what goes on, what waits, what went wrong, what is over. */
export const statusTones = {
  pending: 'warn',
  starting: 'brand',
  running: 'brand',
  finished: 'good',
  failed: 'bad',
  refunded: 'plain',
  cancelled: 'plain',
} as const satisfies Record<OrderStatus, string>;
