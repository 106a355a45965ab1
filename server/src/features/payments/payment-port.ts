import type { PayType } from '@recline/contract/dictionary';
import type { Language } from '@recline/contract/languages';
import type { Currency } from '@recline/contract/money';

/**
 * What we need of a payment provider. Shaped by what WeChat Pay and Alipay offer, so that each is one
 * more file beside `sandbox.ts`. Every key is ours and is made from the order: the same key twice is the
 * same payment or refund, never a second one.
 */
export interface PaymentProvider {
  name: OnlinePayType;
  /** Asks for a payment; the payer goes to `payUrl`. */
  prepay(request: PrepayRequest): Promise<{ payUrl: string }>;
  /** Reads a notice and checks that the provider signed it; undefined where it did not. */
  verifyNotice(notice: RawNotice): Promise<Notice | undefined>;
  /** What the provider knows of a payment, for when its notice is lost; undefined while nothing is decided. */
  query(key: string): Promise<Notice | undefined>;
  /** Nobody can pay any more. What was decided before; undefined where the provider has no such payment. */
  close(key: string): Promise<Notice | undefined>;
  /** Gives money back. Done when it returns; it throws when it is to be tried again. */
  refund(request: RefundRequest): Promise<void>;
}

export type OnlinePayType = Extract<PayType, 'wechat' | 'alipay' | 'sandbox'>;

export interface PrepayRequest {
  key: string;
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

export interface Notice {
  key: string;
  outcome: 'paid' | 'declined';
  /** The provider's own number of the payment. */
  ref: string;
  amount: number;
  currency: Currency;
}

export interface RefundRequest {
  /** The payment's key and the refund's own. */
  paymentKey: string;
  key: string;
  amount: number;
  currency: Currency;
}
