import type { Language } from '@recline/contract/languages';
import type { Currency } from '@recline/contract/money';

/**
 * What we need of a payment provider. Numbers of payments and refunds are ours: the same number twice is the same
 * payment or refund, never a second one. A call that throws has an unknown outcome: it is queried or repeated.
 */
export interface PaymentProvider {
  name: string;
  /** Asks for a payment; the answer is how the payer pays. */
  prepay(request: PrepayRequest): Promise<Pay>;
  /** Reads a notice and checks its signature; undefined: forged. */
  readNotice(notice: RawNotice): Promise<PaymentState | undefined>;
  /** What the provider knows of a payment, for when its notice is lost. */
  query(number: string): Promise<PaymentState>;
  /** Nobody can pay afterwards, unless the answer is still `open`. */
  close(number: string): Promise<PaymentState>;
  /** Sends money back, idempotent by the refund's number. */
  refund(request: RefundRequest): Promise<RefundState>;
}

/** How a payer pays. */
export type Pay = { kind: 'redirect'; url: string };

export interface PrepayRequest {
  number: string;
  amount: number;
  currency: Currency;
  language: Language;
  /** The origin that the payer's browser is on. */
  origin: string;
  /** Where the payer comes back to, and where after giving up; paths on that origin. */
  returnTo: string;
  backTo: string;
}

export interface RawNotice {
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** `none`: no such payment; `open`: undecided; `dead`: nobody can pay any more. */
export type PaymentState =
  | { status: 'none' | 'open' | 'dead'; number: string }
  | { status: 'paid'; number: string; ref: string; amount: number; currency: Currency };

export interface RefundRequest {
  /** The number of the payment, and the refund's own. */
  payment: string;
  number: string;
  amount: number;
  currency: Currency;
}

/** `pending`: accepted, the money is on its way; `failed`: refused, trying again would not help. */
export type RefundState = { status: 'pending' } | { status: 'done' } | { status: 'failed'; why: string };
