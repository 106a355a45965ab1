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

/** The name of the sandbox, a provider of payments for tests and demos, and what its cashier page says. */
export interface SandboxPhrases {
  name: string;
  title: string;
  note: string;
  pay: string;
  decline: string;
  leave: string;
  notice: string;
  now: string;
  twice: string;
  late: string;
  over: string;
  goOn: string;
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
  /** The label of paying by card at a provider. */
  card: (provider: string) => string;
  sandbox: SandboxPhrases;
  /** Why the form of a chair's page comes again, beside the errors below. */
  payForm: Record<OwnReason, string>;
  errors: { [N in ErrorName]: N extends keyof ErrorParams ? (params: ErrorParams[N]) => string : string };
  /** Without the currencies, whose names Intl knows. */
  dictionary: {
    [L in Exclude<keyof typeof dictionaryValues, 'currency'>]: Record<(typeof dictionaryValues)[L][number], string>;
  };
}
