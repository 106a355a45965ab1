import type { BrowserKind } from '@recline/contract/browser-kind';
import type { Language } from '@recline/contract/languages';
import type { Currency } from '@recline/contract/money';

/**
 * The interface of a payment provider. Keys of payments and refunds are our own numbers and idempotent: the same key
 * twice never makes a second payment or refund. Amounts are whole minor units. A call fails with `Retry`, `Refused` or
 * `Misconfigured`, prepay also with `AlreadyPaid`. Any other error counts as `Retry`: the outcome is unknown.
 */
export interface PaymentProvider extends ProviderFacts {
  /** Requests a payment. A repeated request returns the same payment, with a way to pay that is usable now. */
  prepay(request: PrepayRequest): Promise<Prepaid>;
  /**
   * Reads a notice and checks its signature over the bytes as sent. A genuine one about another product or currency is
   * `ignored`. Throws only if it cannot be read now; it is then judged again.
   */
  readNotice(notice: RawNotice): Promise<Notice>;
  /** The answer that the provider expects: after `taken` it stops, otherwise it resends the notice. */
  answer(taken: boolean): NoticeAnswer;
  /** Queries a payment, in case its notice is lost. */
  query(payment: PaymentId): Promise<PaymentState>;
  /** Closes a payment. Nobody can pay afterwards, unless the answer is `open` or `none`: then until its `until`. */
  close(payment: PaymentId): Promise<PaymentState>;
  /** Refunds money. Idempotent by key, without a time limit. */
  refund(request: RefundRequest): Promise<RefundState>;
  queryRefund(refund: RefundId): Promise<RefundState>;
  /**
   * The provider's bill of one day of its own calendar as received, empty for a day without trade. Throws `Retry` while
   * the bill is not available, and at the end if it is incomplete.
   */
  bill(day: string): AsyncIterable<Uint8Array>;
  /** The rows of a stored bill, in bounded memory. */
  readBill(content: AsyncIterable<Uint8Array>): AsyncIterable<BillRow>;
  /** Tests credentials, signature and a query without moving money; returns a line for each result. */
  check(): Promise<string[]>;
}

/** Facts about a provider that need no call. */
export interface ProviderFacts {
  /** The `payType` on the wire, in the database and in the address of its notices. */
  name: string;
  /** Its label. */
  label: (language: Language) => string;
  currencies: readonly Currency[];
  /** Countries of merchants that can have an account there, ISO 3166; for documents and `recline payments check`. */
  countries: readonly string[];
  /** The browsers in which it can be offered. */
  browsers: readonly BrowserKind[];
  /** The calendar of its bills: minutes east of UTC, and minutes from the end of a day until its bill is available. */
  bills: { offsetMinutes: number; readyAfterMinutes: number };
}

/** The name of a brand, which some languages write differently. */
export const brand =
  (name: string, own: Partial<Record<Language, string>>) =>
  (language: Language): string =>
    own[language] ?? name;

// Paying ------------------------------------------------------------------------------------

export interface PrepayRequest {
  key: string;
  amount: number;
  currency: Currency;
  /** The description that the payer reads; at most 100 characters without `/`, `=` and `&`. */
  description: string;
  language: Language;
  /** `walletUser`: the payer's id at the wallet whose browser it is. */
  payer: { ip: string; walletUser?: string; browser: BrowserKind };
  /** Full return addresses: after paying, and after cancelling. */
  returnUrl: string;
  cancelUrl: string;
  /** The address for notices: https, without a query. */
  noticeUrl: string;
  /** Payment should be impossible from then on. */
  until: Date;
}

export interface Prepaid {
  /** The provider's own id of the payment, if it has one already. */
  ref?: string;
  way: Way;
  /** Until when this way to pay is usable; a later request returns a new one. */
  wayUntil: Date;
  /** When the provider stops accepting payment; later than requested if the provider has a minimum. */
  until: Date;
}

/** A way for the payer to pay. */
export type Way =
  | { kind: 'redirect'; url: string }
  | { kind: 'wechat'; params: Record<string, string> }
  | { kind: 'alipay'; tradeNo: string }
  | { kind: 'qr'; text: string };

export interface PaymentId {
  key: string;
  /** The provider's id, once known. */
  ref?: string | undefined;
}

/**
 * `none`: the provider knows no such payment, perhaps not yet; `open`: undecided; `dead`: it can no longer be paid.
 * `paid` and `dead` are final. `key` must be a number that a payer cannot write into a payment; `session` is the
 * provider's id of the payment page, if it has one, and must be the one that prepay returned.
 */
export type PaymentState =
  | { status: 'none' | 'open' | 'dead'; key: string; ref?: string; session?: string }
  | {
      status: 'paid';
      key: string;
      ref: string;
      session?: string;
      /** The payer may have written `key`: the payment is not ours, whatever number it bears. */
      claimed?: true;
      amount: number;
      currency: Currency;
      paidAt?: Date;
      /** The amount refunded so far, if the provider reports it. */
      refunded?: number;
    };

// Notices -----------------------------------------------------------------------------------

/** `receivedAt`: a signature's age is measured against it, so that a stored notice can be judged again. */
export interface RawNotice {
  receivedAt: Date;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/**
 * `forged`: not from the provider, or a deliberately wrong signature sent as a probe; `ignored`: genuine, and not about
 * us.
 */
export type Notice =
  | { kind: 'forged'; why: string; isProbe?: boolean }
  | { kind: 'ignored'; why: string }
  | { kind: 'payment'; state: PaymentState }
  | { kind: 'refund'; state: RefundState };

/** A header of a notice; names are in lower case. Duplicate headers are rejected: it is ambiguous which one was signed. */
export function headerOf({ headers }: Pick<RawNotice, 'headers'>, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

export interface NoticeAnswer {
  status: number;
  type?: string;
  body: string;
}

// Refunds -----------------------------------------------------------------------------------

export interface RefundRequest {
  payment: { key: string; ref: string };
  key: string;
  amount: number;
  /** The total amount paid. */
  paid: number;
  currency: Currency;
  reason: string;
  noticeUrl: string;
  /** When it was first requested; some providers forget idempotency keys after a day. */
  firstAskedAt: Date;
}

export interface RefundId {
  payment: { key: string; ref: string };
  key: string;
  ref?: string | undefined;
}

/**
 * `none`: the provider knows no such refund; `pending`: accepted, the money is on its way; `failed`: no money moved,
 * and with `staff` a retry would not help, so staff must act.
 */
export interface RefundState {
  status: 'none' | 'pending' | 'done' | 'failed';
  key: string;
  ref?: string;
  amount?: number;
  why?: string;
  staff?: boolean;
}

// Bills -------------------------------------------------------------------------------------

/** A movement on a bill. `key` is our number, of the payment or of the refund; null if the bill has none. */
export interface BillMovement {
  kind: 'paid' | 'refunded';
  key: string | null;
  ref: string;
  /** For a refund: our number of the payment that it belongs to, if the bill names it. */
  payment?: string;
  /** Likewise, the provider's id of that payment. */
  paymentRef?: string;
  amount: number;
  currency: Currency;
  /** The provider's fee; negative if a fee is returned. */
  fee?: number;
  at: Date;
}

/** The bill's own totals in one currency, if any, to compare with the sum of its rows. */
export interface BillTotals {
  kind: 'totals';
  currency: Currency;
  rows?: number;
  paid?: number;
  refunded?: number;
}

export type BillRow = BillMovement | BillTotals;

// Errors ------------------------------------------------------------------------------------

/** Network, 5xx, 429, a bad signature of an answer: the outcome is unknown, so the call is queried or repeated. */
export class Retry extends Error {
  override name = 'Retry';
}

/** The provider's final refusal, with its code. */
export class Refused extends Error {
  override name = 'Refused';
  readonly code: string;
  constructor(code: string, message = code) {
    super(message);
    this.code = code;
  }
}

/** It was paid already; the notice or a query has the details. */
export class AlreadyPaid extends Error {
  override name = 'AlreadyPaid';
  /** The provider's own id of the payment, where it has one. */
  readonly ref: string | undefined;
  constructor(ref?: string) {
    super('it was paid before');
    this.ref = ref;
  }
}

/** Our credentials or settings are wrong: an operator must act. */
export class Misconfigured extends Error {
  override name = 'Misconfigured';
}
