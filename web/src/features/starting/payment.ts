import type { Contract } from '@recline/contract';
import type { BrowserKind } from '@recline/contract/browser-kind';
import type { SentInputOf } from '@recline/contract/call';
import type { Currency } from '@recline/contract/money';
import type { Role } from '@recline/contract/session';
import type { OnlinePayType } from '../../platform/config.ts';
import { parseUrl } from '../../platform/url.ts';

export type StartInput = SentInputOf<Contract['starting']['activate']>;

/** The chosen payment; coupon numbers as typed. */
export interface Payment {
  /** Missing where no online payment is available. */
  onlineType?: string;
  couponNo: string;
  cashCouponNo: string;
}

/** The online pay types to offer: those that take the currency and work in this browser. */
export const onlinePayTypesFor = (
  configured: readonly OnlinePayType[],
  currency: Currency | undefined,
  browser: BrowserKind,
): string[] =>
  configured
    .filter((type) => type.browsers.includes(browser) && (!currency || type.currencies.includes(currency)))
    .map(({ value }) => value);

type PayFields = Pick<StartInput, 'payType' | 'couponNo' | 'cashCouponNo'>;

/**
 * The payment fields of the order, or null where nothing would pay for it. A cash coupon covers the whole
 * price, so it is sent alone; what a coupon does not cover is paid online.
 */
export function payFields(role: Role, { onlineType, couponNo, cashCouponNo }: Payment): PayFields | null {
  if (role === 'manager') return { payType: 'cash' };
  const cash = cashCouponNo.trim();
  if (cash) return { payType: 'cash', cashCouponNo: cash };
  const coupon = couponNo.trim();
  if (coupon) return { payType: onlineType ?? 'coupon', couponNo: coupon };
  return onlineType ? { payType: onlineType } : null;
}

const payAddress = /^(https?|weixin|alipays):$/;

/** A payment page or a wallet; an address with any other scheme is never opened. */
export const isPayAddress = (address: string, page: string): boolean =>
  payAddress.test(parseUrl(address, page)?.protocol ?? '');
