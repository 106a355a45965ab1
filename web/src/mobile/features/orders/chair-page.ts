import type { Order } from '@recline/contract/orders';
import { pages, pageUrl } from '@recline/contract/pages';

type Bought = Pick<Order, 'deviceId' | 'gear' | 'minutes' | 'payType' | 'payment' | 'couponNo' | 'cashCouponNo'>;

/**
 * The chair's own page with the same package, one tap from paying; if nothing was charged, also with the same payment
 * method.
 */
export function chairPageOf(order: Bought): string {
  const { deviceId, gear, minutes, payType, payment } = order;
  const coupon = order.couponNo ?? order.cashCouponNo;
  const way = payment === 'none' ? { payType, ...(coupon && { coupon }) } : {};
  return pageUrl(pages.index, { deviceId, gear, minutes: String(minutes), ...way });
}
