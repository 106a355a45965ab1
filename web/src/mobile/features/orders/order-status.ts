import type { Order } from '@recline/contract/orders';
import { isIn, type OrderStatus, startedStatuses, voidStatuses } from '@recline/contract/values';

/** The colour of a status tag: active, waiting, failed or over. */
export const statusTones = {
  pending: 'warn',
  starting: 'brand',
  running: 'brand',
  finished: 'good',
  failed: 'bad',
  refunded: 'plain',
  cancelled: 'plain',
} as const satisfies Record<OrderStatus, string>;

/** Feedback is about a chair that ran, or that should have. */
export const acceptsFeedback = (status: OrderStatus): boolean => isIn(startedStatuses, status) || status === 'failed';

/** Nothing was earned: the order never started, or its amount was refunded. */
export const isWithoutIncome = (status: OrderStatus): boolean => isIn(voidStatuses, status) || status === 'refunded';

/** An order's time, the same on every screen: when its chair started, or else when it was placed. */
export const orderTime = ({ startedAt, createdAt }: Pick<Order, 'startedAt' | 'createdAt'>): string =>
  startedAt ?? createdAt;
