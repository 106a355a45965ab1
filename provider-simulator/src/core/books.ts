import type { ProviderName } from './faults.ts';

/** What the provider's own books say of one payment, in minor units. */
export interface Book {
  provider: ProviderName;
  /** The merchant's number. */
  number: string;
  currency: string;
  paid: number;
  /** What has reached the payer again. */
  refunded: number;
  /** What is being refunded, or stuck in a refund. */
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
