import type { Order } from '@recline/contract/orders';
import type { Role } from '@recline/contract/session';

export type PaymentReturn = 'online' | 'cashCoupon' | 'coupon' | 'till' | 'nothing';

/** How the payment of an order whose chair did not start is returned, from the reader's point of view. */
export function paymentReturnOf(
  order: Pick<Order, 'type' | 'payType' | 'amount' | 'couponNo'>,
  reader: Role,
): PaymentReturn {
  if (order.payType === 'cash') return reader === 'manager' ? 'till' : 'cashCoupon';
  if (order.type === 'online' && order.payType !== 'coupon' && order.amount > 0) return 'online';
  return order.couponNo ? 'coupon' : 'nothing';
}
