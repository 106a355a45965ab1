import type { Order } from '@recline/contract/orders';
import { type StopRefund, unusedShare } from '@recline/contract/stop-refund';

type StoppedOrder = Pick<Order, 'type' | 'amount' | 'refundedAmount' | 'startedAt' | 'endsAt'>;

/** What its guest gets back of a running order that is stopped now. What was paid at the counter is settled there. */
export function refundAtStop(order: StoppedOrder, rule: StopRefund, serverNow: number): number {
  const { type, amount, refundedAmount, startedAt, endsAt } = order;
  if (rule === 'none' || type !== 'online' || startedAt === null || endsAt === null) return 0;
  const paid = { startedAt: Date.parse(startedAt), endsAt: Date.parse(endsAt), amount };
  return Math.max(0, unusedShare(paid, serverNow) - refundedAmount);
}
