import type { Contract } from '@recline/contract';
import type { SentInputOf } from '@recline/contract/call';
import type { Role } from '@recline/contract/session';
import type { BrowserKind } from '../../platform/browser-kind.ts';
import { parseUrl } from '../../platform/url.ts';

export type StartInput = SentInputOf<Contract['starting']['activate']>;
export const onlineWays = ['wechat', 'alipay', 'sandbox'] as const;
export type OnlineWay = (typeof onlineWays)[number];

/** How somebody means to pay; numbers of coupons as they were typed. */
export interface Payment {
  way: OnlineWay;
  couponNo: string;
  cashCouponNo: string;
}

/**
 * The online ways to offer: inside a wallet's own browser only that wallet can pay, elsewhere all
 * that are set up; where none is, the sandbox stands in.
 */
export function onlineWaysFor(setUp: readonly string[], browser: BrowserKind): OnlineWay[] {
  const offered = onlineWays.filter((way) => setUp.includes(way));
  const ways = offered.filter((way) => browser === 'other' || way === browser || way === 'sandbox');
  return ways.length > 0 ? ways : ['sandbox'];
}

/** What goes with the order. A cash coupon pays for all of it, so nothing else is sent beside it. */
export function payFields(
  role: Role,
  { way, couponNo, cashCouponNo }: Payment,
): Pick<StartInput, 'payType' | 'couponNo' | 'cashCouponNo'> {
  if (role === 'manager') return { payType: 'cash' };
  const cash = cashCouponNo.trim();
  if (cash) return { payType: 'cash', cashCouponNo: cash };
  const coupon = couponNo.trim();
  return coupon ? { payType: way, couponNo: coupon } : { payType: way };
}

const payAddress = /^(https?|weixin|alipays):$/;

/** A cashier's page or a wallet; an address of any other kind is never opened. */
export const isPayAddress = (address: string, page: string): boolean =>
  payAddress.test(parseUrl(address, page)?.protocol ?? '');
