export interface AlipayTrade {
  number: string;
  tradeNo: string;
  amount: number;
  subject: string;
  notifyUrl?: string;
  passback?: string;
  createdAt: number;
  expiresAt: number;
  status: 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_FINISHED' | 'TRADE_CLOSED';
  paidAt?: number;
}

export interface AlipayRefund {
  number: string;
  payment: string;
  amount: number;
  status: 'pending' | 'done' | 'failed';
  createdAt: number;
  doneAt?: number;
}

export interface AlipayState {
  /** Trades exist from the moment a payer opens them, not when a link is made. */
  trades: Record<string, AlipayTrade>;
  /** By payment and request number: request numbers are unique within a payment. */
  refunds: Record<string, AlipayRefund>;
}

export const newAlipayState = (): AlipayState => ({ trades: {}, refunds: {} });
