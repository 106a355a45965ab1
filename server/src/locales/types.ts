import type { dictionaryValues } from '@recline/contract/dictionary';
import type { ErrorName, ErrorParams } from '@recline/contract/errors';

export interface ReceiptPhrases {
  title: string;
  orderNo: string;
  time: string;
  outlet: string;
  chair: string;
  bought: string;
  minutes: (minutes: number) => string;
  amount: string;
  payType: string;
  refunded: string;
  /** A refund that is not done yet. */
  refunding: string;
  net: string;
  coupon: string;
  taxId: string;
}

export type OwnReason = 'again' | 'sessionEnded' | 'priceChanged' | 'agreement' | 'notPaid' | 'unpaid' | 'wallet';

/** What the server says to people. Each language must say all of it, or it does not compile. */
export interface Phrases {
  success: string;
  /** The text of a login code's message. */
  smsCode: (params: { code: string; minutes: number }) => string;
  /** What a payment is for, as the payer reads it at the provider. */
  purchase: (bought: { name: string; minutes: number }) => string;
  receipt: ReceiptPhrases;
  /** Why the form of a chair's page comes again, beside the errors below. */
  payForm: Record<OwnReason, string>;
  errors: { [N in ErrorName]: N extends keyof ErrorParams ? (params: ErrorParams[N]) => string : string };
  /** Without the currencies, whose names are in the contract. */
  dictionary: {
    [L in Exclude<keyof typeof dictionaryValues, 'currency'>]: Record<(typeof dictionaryValues)[L][number], string>;
  };
}
