import { parseMobile } from '@recline/contract/mobile';

/** What a keyword may stand for. */
export interface Keyword {
  /** As it was typed: a chair's, coupon's or payment's number. */
  text: string;
  /** The end of an order's number, or the whole of it. */
  orderNoEnd: string | null;
  /** The last four digits of a guest's mobile number. */
  mobileEnd: string | null;
  /** A guest's whole mobile number, in E.164. */
  mobile: string | null;
}

const mobileEndDigits = 4;

/** Exactly four digits match the end of a mobile number; more match only the end of an order's number. */
export function readKeyword(text: string, country: string): Keyword {
  const digits = /^\d+$/.test(text) ? text : null;
  return {
    text,
    orderNoEnd: digits !== null && digits.length > mobileEndDigits ? digits : null,
    mobileEnd: digits?.length === mobileEndDigits ? digits : null,
    mobile: parseMobile(text, country)?.e164 ?? null,
  };
}
