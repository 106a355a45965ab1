import type { PaymentId, PaymentState } from '../../port.ts';

/** What a provider's settings are tried with. */
export interface CheckDeps<Settings> {
  settings: Settings;
  query(payment: PaymentId): Promise<PaymentState>;
  findBill(day: string): Promise<unknown>;
  now: Date;
}

/** A number that no installation uses: installations' numbers have three parts. */
export const unknownNumber = 'recline_check';
