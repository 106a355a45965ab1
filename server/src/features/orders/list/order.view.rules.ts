import { isIn, type OrderStatus, type PaymentStatus, voidStatuses } from '@recline/contract/values';

/** What determines the payment status of an order. */
export interface PaymentFacts {
  status: OrderStatus;
  amount: number;
  refunded_amount: number;
  /** The payer came back, and the provider has not reported yet. */
  confirming: boolean;
  /** One of its refunds is pending. */
  refunding: boolean;
}

/**
 * Money for an order that did not start is refunded in full, so such an order was paid if and only if it is refunded.
 */
export function paymentOf(order: PaymentFacts): PaymentStatus {
  if (order.amount === 0) return 'none';
  if (order.status === 'pending') return order.confirming ? 'confirming' : 'waiting';
  if (order.refunded_amount === 0) return isIn(voidStatuses, order.status) ? 'none' : 'paid';
  if (order.refunding) return 'refunding';
  return order.refunded_amount === order.amount ? 'refunded' : 'partly_refunded';
}
