import type { CouponProperty, Gear, OrderStatus, OrderType } from '@recline/contract/dictionary';

export interface Filters {
  deviceId?: string | undefined;
  type?: OrderType | undefined;
  status?: OrderStatus | undefined;
  gear?: Gear | undefined;
  couponProperty?: CouponProperty | undefined;
  couponNo?: string | undefined;
  cashCouponNo?: string | undefined;
}

/** The indexes by which a page of the list can be read; each is quick for what it is named after. */
export type Way = 'device' | 'coupon' | 'cashCoupon' | 'status' | 'property' | 'kind' | 'outlet';

/** The way that leaves the fewest orders to look at. */
export function wayOf(filters: Filters): Way {
  if (filters.couponNo !== undefined) return 'coupon';
  if (filters.cashCouponNo !== undefined) return 'cashCoupon';
  if (filters.deviceId !== undefined) return 'device';
  if (filters.status !== undefined && filters.status !== 'finished') return 'status';
  if (filters.couponProperty !== undefined) return 'property';
  return filters.type !== undefined || filters.gear !== undefined ? 'kind' : 'outlet';
}

const many = 10;

/** For many outlets together it is worth looking through the newest orders of all before going outlet by outlet. */
export const looksThroughNewest = (way: Way, outlets: number): boolean =>
  outlets > many && (way === 'outlet' || way === 'kind');

/** What the statistics can answer: nothing is asked but the period, the outlets, and online or not. */
export const isPlain = (filters: Filters): boolean =>
  Object.entries(filters).every(([name, value]) => value === undefined || (name === 'type' && value === 'online'));

/** Orders in these statuses count as income. */
export const counts = (status: OrderStatus | undefined): boolean =>
  status === undefined || status === 'running' || status === 'finished';
