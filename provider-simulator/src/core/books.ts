import type { ProviderName } from './faults.ts';

/** What the provider's own books say of one payment, in minor units. */
export interface Book {
  provider: ProviderName;
  /** The merchant's number. */
  number: string;
  currency: string;
  paid: number;
  /** The amount refunded to the payer. */
  refunded: number;
  /** The amount of refunds that are pending or stuck. */
  refunding: number;
}

interface RefundEntry {
  amount: number;
  status: 'done' | 'pending' | 'stuck' | 'failed';
}

export function bookOf(
  payment: { provider: ProviderName; number: string; currency: string; paid: number },
  refunds: RefundEntry[],
): Book {
  const sum = (wanted: RefundEntry['status'][]) =>
    refunds.filter(({ status }) => wanted.includes(status)).reduce((total, { amount }) => total + amount, 0);
  return { ...payment, refunded: sum(['done']), refunding: sum(['pending', 'stuck']) };
}
