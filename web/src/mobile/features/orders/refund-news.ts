import type { Order } from '@recline/contract/orders';

export interface RefundNews {
  amount: number;
  state: 'going' | 'done' | 'failed';
  /** The way to pay by which it goes back; `hand`, `cash` or `coin` where people hand it over. */
  way: string;
  at: string | null;
}

type RefundedOrder = Pick<Order, 'payment' | 'refundedAmount' | 'payType'> & Partial<Pick<Order, 'refunds'>>;

/** Where an order's refunds stand. A server that does not tell each of them tells their sum. */
export function refundNews({ payment, refundedAmount, payType, refunds }: RefundedOrder): RefundNews[] {
  if (refunds)
    return refunds.map(({ state, ...refund }) => ({
      ...refund,
      state: state === 'done' || state === 'failed' ? state : 'going',
    }));
  if (refundedAmount === 0) return [];
  return [{ amount: refundedAmount, state: payment === 'refunding' ? 'going' : 'done', way: payType, at: null }];
}
