import type { Order } from '@recline/contract/orders';
import type { Role } from '@recline/contract/session';

export type MoneyBack = 'online' | 'cashCoupon' | 'coupon' | 'till' | 'nothing';

/** What becomes of the payment of an order whose chair did not start, as its reader should be told. */
export function moneyBackOf(order: Pick<Order, 'type' | 'payType' | 'amount' | 'couponNo'>, reader: Role): MoneyBack {
  if (order.payType === 'cash') return reader === 'manager' ? 'till' : 'cashCoupon';
  if (order.type === 'online' && order.payType !== 'coupon' && order.amount > 0) return 'online';
  return order.couponNo ? 'coupon' : 'nothing';
}
