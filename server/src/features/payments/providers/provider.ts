import type { BrowserKind } from '@recline/contract/browser-kind';
import type { Language } from '@recline/contract/languages';
import type { Currency } from '@recline/contract/money';

/**
 * What we need of a payment provider. Keys of payments and refunds are our own numbers: the same key twice is the same
 * payment or refund, never a second one. Amounts are whole minor units.
 *
 * A call fails with `Retry`, `Refused` or `Misconfigured`, prepay also with `AlreadyPaid`. Any other error counts as
 * `Retry`: the outcome is unknown.
 */
export interface PaymentProvider extends ProviderFacts {
  /** Asks for a payment. The same request again is the same payment, with a way to pay that is usable now. */
  prepay(request: PrepayRequest): Promise<Prepaid>;
  /**
   * Reads a notice and checks its signature over the bytes as sent. A genuine one about another product or currency is
   * `ignored`. Throws only if it cannot be read now; it is then judged again.
   */
  readNotice(notice: RawNotice): Promise<Notice>;
  /** What the provider expects as an answer: `taken` it stops, otherwise it sends the notice again. */
  answer(taken: boolean): NoticeAnswer;
  /** What the provider knows of a payment, for when its notice is lost. */
  query(payment: PaymentId): Promise<PaymentState>;
  /** Nobody can pay afterwards, unless the answer is `open` or `none`: then it can be paid until its `until`. */
  close(payment: PaymentId): Promise<PaymentState>;
  /** Sends money back. Idempotent by key, however much later it is repeated. */
  refund(request: RefundRequest): Promise<RefundState>;
  queryRefund(refund: RefundId): Promise<RefundState>;
  /**
   * The provider's bill of one day of its own calendar as it comes, without a byte for a day without trade. Throws `Retry`
   * while the bill is not there yet, and at its end if what came is not the whole bill.
   */
  bill(day: string): AsyncIterable<Uint8Array>;
  /** The rows of a bill that was kept, in bounded memory. */
  readBill(content: AsyncIterable<Uint8Array>): AsyncIterable<BillRow>;
  /** Tries credentials, signature and a query without moving money; a line for each thing seen. */
  check(): Promise<string[]>;
}

/** What is known of a provider without asking it. */
export interface ProviderFacts {
  /** The `payType` on the wire, in the database and in the address of its notices. */
  name: string;
  /** What people call it. */
  label: (language: Language) => string;
  currencies: readonly Currency[];
  /** Countries of merchants that can have an account there, ISO 3166; for documents and `recline payments check`. */
  countries: readonly string[];
  /** Where a page that offers it may run. */
  browsers: readonly BrowserKind[];
  /** The calendar of its bills: the zone's minutes east of UTC, and minutes after the day's end when the bill is there. */
  bills: { offsetMinutes: number; readyAfterMinutes: number };
}

/** The name of a brand, which some languages write in their own way. */
export const brand =
  (name: string, own: Partial<Record<Language, string>>) =>
  (language: Language): string =>
    own[language] ?? name;

// Paying ------------------------------------------------------------------------------------

export interface PrepayRequest {
  key: string;
  amount: number;
  currency: Currency;
  /** What is bought, as the payer reads it; at most 100 characters without `/`, `=` and `&`. */
  description: string;
  language: Language;
  /** `walletUser`: the payer's id at the wallet whose browser it is. */
  payer: { ip: string; walletUser?: string; browser: BrowserKind };
  /** Where the payer comes back to, and where after giving up; whole addresses. */
  returnUrl: string;
  cancelUrl: string;
  /** Where notices are sent: https, without a query. */
  noticeUrl: string;
  /** From then on it should not be possible to pay. */
  until: Date;
}

export interface Prepaid {
  /** The provider's own id of the payment, if it has one already. */
  ref?: string;
  way: Way;
  /** How long this way to pay is usable; a later request gives a new one. */
  wayUntil: Date;
  /** From when on the provider takes no payment any more; later than asked for where it has a minimum. */
  until: Date;
}

/** How a payer pays. */
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
 * `none`: the provider knows of no such payment, perhaps not yet; `open`: undecided; `dead`: nobody can pay any more.
 * Only final facts are `paid` or `dead`. `key` must be a number that a payer cannot write into a payment; `session` is
 * the provider's id of the payment page, where it has one, and must be the one that prepay answered.
 */
export type PaymentState =
  | { status: 'none' | 'open' | 'dead'; key: string; ref?: string; session?: string }
  | {
      status: 'paid';
      key: string;
      ref: string;
      session?: string;
      /** The payer may have written `key`: the payment is not ours, whatever number it claims. */
      claimed?: true;
      amount: number;
      currency: Currency;
      paidAt?: Date;
      /** What went back of it so far, where the provider says so. */
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
 * `forged`: not from the provider, or a wrong signature that it sends as a probe; `ignored`: genuine, and not about us.
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
  /** What was paid in all. */
  paid: number;
  currency: Currency;
  reason: string;
  noticeUrl: string;
  /** When it was first asked for; some providers forget idempotency keys after a day. */
  firstAskedAt: Date;
}

export interface RefundId {
  payment: { key: string; ref: string };
  key: string;
  ref?: string | undefined;
}

/**
 * `none`: the provider knows of no such refund; `pending`: accepted, the money is on its way; `failed`: no money moved,
 * and with `staff` trying again would not help: somebody must act.
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

/** A movement on a bill. `key` is our number, of the payment or of the refund; null where the bill has none. */
export interface BillMovement {
  kind: 'paid' | 'refunded';
  key: string | null;
  ref: string;
  /** For a refund: our number of the payment that it belongs to, where the bill says so. */
  payment?: string;
  /** The same: the provider's id of that payment. */
  paymentRef?: string;
  amount: number;
  currency: Currency;
  /** What the provider keeps of it; negative where a fee comes back. */
  fee?: number;
  at: Date;
}

/** The bill's own totals in one currency, where it has them: compared with the sum of its rows. */
export interface BillTotals {
  kind: 'totals';
  currency: Currency;
  rows?: number;
  paid?: number;
  refunded?: number;
}

export type BillRow = BillMovement | BillTotals;

// Errors ------------------------------------------------------------------------------------

/** Network, 5xx, 429, a bad signature of an answer: the outcome is unknown. It is queried or repeated. */
export class Retry extends Error {
  override name = 'Retry';
}

/** The provider's final no, with its code. */
export class Refused extends Error {
  override name = 'Refused';
  readonly code: string;
  constructor(code: string, message = code) {
    super(message);
    this.code = code;
  }
}

/** There is no way to pay because it was paid before; the notice or a query tells the rest. */
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
