import type { Order } from '@recline/contract/orders';

export interface RefundNews {
  amount: number;
  state: 'going' | 'done' | 'failed';
  /** The payment method of the refund; `hand`, `cash` or `coin` if people return it. */
  way: string;
  at: string | null;
}

type RefundedOrder = Pick<Order, 'payment' | 'refundedAmount' | 'payType'> & Partial<Pick<Order, 'refunds'>>;

/** The state of an order's refunds. A server that does not report each of them reports their sum. */
export function refundNews({ payment, refundedAmount, payType, refunds }: RefundedOrder): RefundNews[] {
  if (refunds)
    return refunds.map(({ state, ...refund }) => ({
      ...refund,
      state: state === 'done' || state === 'failed' ? state : 'going',
    }));
  if (refundedAmount === 0) return [];
  return [{ amount: refundedAmount, state: payment === 'refunding' ? 'going' : 'done', way: payType, at: null }];
}
