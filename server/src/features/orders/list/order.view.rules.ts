import {
  isIn,
  type OrderStatus,
  type OrderType,
  type PaymentStatus,
  type StopState,
  voidStatuses,
} from '@recline/contract/values';

/** What determines the payment status of an order. */
export interface PaymentFacts {
  status: OrderStatus;
  amount: number;
  refunded_amount: number;
  /** The payer came back, and the provider has not reported yet. */
  confirming: boolean;
  /** A refund of it is not done. */
  refunding: boolean;
}

/** Money for an order that did not start goes back whole, so such an order was paid if and only if it is refunded. */
export function paymentOf(order: PaymentFacts): PaymentStatus {
  if (order.amount === 0) return 'none';
  if (order.status === 'pending') return order.confirming ? 'confirming' : 'waiting';
  if (order.refunded_amount === 0) return isIn(voidStatuses, order.status) ? 'none' : 'paid';
  if (order.refunding) return 'refunding';
  return order.refunded_amount === order.amount ? 'refunded' : 'partly_refunded';
}

interface OwingFacts {
  type: OrderType;
  stop: StopState | null;
  owed_amount: number;
  refunded_amount: number;
}

/** What people still wait for: the chair's word on a stop, or money at the counter. */
export function stillOwed({ type, stop, owed_amount, refunded_amount }: OwingFacts): number {
  const goesByItself = type === 'online' && (stop === null || stop === 'confirmed');
  return goesByItself ? 0 : Math.max(0, owed_amount - refunded_amount);
}
