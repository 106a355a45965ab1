import type { Order } from '@recline/contract/orders';
import { type StopRefund, unusedShare } from '@recline/contract/stop-refund';

type StoppedOrder = Pick<Order, 'type' | 'amount' | 'refundedAmount' | 'startedAt' | 'endsAt'>;

/** The refund to the guest if a running order is stopped now. Counter payments are settled there. */
export function refundAtStop(order: StoppedOrder, rule: StopRefund, serverNow: number): number {
  const { type, amount, refundedAmount, startedAt, endsAt } = order;
  if (rule === 'none' || type !== 'online' || startedAt === null || endsAt === null) return 0;
  const paid = { startedAt: Date.parse(startedAt), endsAt: Date.parse(endsAt), amount };
  return Math.max(0, unusedShare(paid, serverNow) - refundedAmount);
}
