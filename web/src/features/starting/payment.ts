import type { Contract } from '@recline/contract';
import type { SentInputOf } from '@recline/contract/call';
import type { Role } from '@recline/contract/session';
import type { BrowserKind } from '../../platform/browser-kind.ts';
import { parseUrl } from '../../platform/url.ts';

export type StartInput = SentInputOf<Contract['starting']['activate']>;
const onlineWays = ['wechat', 'alipay', 'sandbox'] as const;
export type OnlineWay = (typeof onlineWays)[number];

/** How somebody means to pay; numbers of coupons as they were typed. */
export interface Payment {
  /** Missing where nothing can be paid online here. */
  way?: OnlineWay;
  couponNo: string;
  cashCouponNo: string;
}

/** The online ways to offer: inside a wallet's own browser only that wallet can pay, elsewhere all that are set up. */
export const onlineWaysFor = (setUp: readonly string[], browser: BrowserKind): OnlineWay[] =>
  onlineWays.filter((way) => setUp.includes(way) && (browser === 'other' || way === browser || way === 'sandbox'));

type PayFields = Pick<StartInput, 'payType' | 'couponNo' | 'cashCouponNo'>;

/**
 * What goes with the order, or null where nothing would pay for it. A cash coupon pays for all of
 * it, so nothing else is sent beside it; what a coupon leaves open is paid online.
 */
export function payFields(role: Role, { way, couponNo, cashCouponNo }: Payment): PayFields | null {
  if (role === 'manager') return { payType: 'cash' };
  const cash = cashCouponNo.trim();
  if (cash) return { payType: 'cash', cashCouponNo: cash };
  const coupon = couponNo.trim();
  if (coupon) return { payType: way ?? 'coupon', couponNo: coupon };
  return way ? { payType: way } : null;
}

const payAddress = /^(https?|weixin|alipays):$/;

/** A cashier's page or a wallet; an address of any other kind is never opened. */
export const isPayAddress = (address: string, page: string): boolean =>
  payAddress.test(parseUrl(address, page)?.protocol ?? '');
