import {
  type CouponProperty,
  countedStatuses,
  type Gear,
  gears,
  isIn,
  type OrderStatus,
  type OrderType,
  orderTypes,
  voidStatuses,
} from '@recline/contract/dictionary';
import type { Span } from '../../platform/calendar.ts';

export interface Filters {
  deviceId?: string | undefined;
  type?: OrderType | undefined;
  status?: OrderStatus | undefined;
  gear?: Gear | undefined;
  couponProperty?: CouponProperty | undefined;
  couponNo?: string | undefined;
  cashCouponNo?: string | undefined;
}

/** The indexes by which a page of the list can be read, named after the filter that each is for. */
export type Way = 'device' | 'coupon' | 'cashCoupon' | 'status' | 'property' | 'kind' | 'outlet';

/** The most selective index for these filters. */
export function wayOf(filters: Filters): Way {
  if (filters.couponNo !== undefined) return 'coupon';
  if (filters.cashCouponNo !== undefined) return 'cashCoupon';
  if (filters.deviceId !== undefined) return 'device';
  if (filters.status !== undefined && filters.status !== 'finished') return 'status';
  if (filters.couponProperty !== undefined) return 'property';
  return filters.type !== undefined || filters.gear !== undefined ? 'kind' : 'outlet';
}

/**
 * The index for recent orders. A filter by type or by gear alone matches so many orders of an outlet that filtering one
 * stream is faster than merging three.
 */
export function recentWayOf(filters: Filters): Way {
  const way = wayOf(filters);
  return way === 'kind' && (filters.type === undefined || filters.gear === undefined) ? 'outlet' : way;
}

/** A page is merged from streams, each newest first: those of the outlets, or of their types and gears. */
export const streamsOf = (filters: Filters, outlets: number, way = wayOf(filters)): number => {
  if (way === 'kind') return outlets * (filters.type ? 1 : orderTypes.length) * (filters.gear ? 1 : gears.length);
  return way === 'device' || way === 'coupon' || way === 'cashCoupon' ? 1 : outlets;
};

const fewStreams = 10;

/** The hours within which a few outlets together usually have a page of such orders. */
function recentHours(filters: Filters): number {
  if (['status', 'property'].includes(wayOf(filters))) return 96;
  return filters.type !== undefined && filters.gear !== undefined ? 24 : 6;
}

/**
 * The start of the time range that is tried first. Reading one entry costs a whole index page, so with many streams only
 * the last hours are read first, which usually suffice.
 */
export const recentSince = ({ since, until }: Span, filters: Filters, streams: number): Date | undefined => {
  const recent = new Date(until.getTime() - recentHours(filters) * 3600_000);
  return streams > fewStreams && recent > since ? recent : undefined;
};

/** How many orders of each stream are read first: one of many streams rarely contributes more to a page. */
export const shareOf = (limit: number, streams: number): number =>
  streams > fewStreams ? Math.min(limit, Math.ceil(limit / streams) + 5) : limit;

/** Whether such a page is complete: no stream contributed all the orders that were read of it. */
export function isWhole(
  way: Way,
  rows: { outlet_id: number; type: OrderType; gear: Gear }[],
  limit: number,
  share: number,
): boolean {
  if (share >= limit) return true;
  const used = new Map<string, number>();
  for (const row of rows) {
    const stream = way === 'kind' ? `${row.outlet_id} ${row.type} ${row.gear}` : String(row.outlet_id);
    used.set(stream, (used.get(stream) ?? 0) + 1);
  }
  return Math.max(0, ...used.values()) < share;
}

const many = 100;

/** For very many outlets, the newest orders of all outlets are filtered first. */
export const looksThroughNewest = (filters: Filters, outlets: number): boolean =>
  outlets > many && !['device', 'coupon', 'cashCoupon'].includes(wayOf(filters));

/** Statuses in which few orders end. */
export const unusualStatuses = ['refunded', ...voidStatuses] as const satisfies readonly OrderStatus[];

/** The smallest index by time that contains all matching orders. */
export function newestOf({ status, couponProperty }: Filters): 'unusual' | 'withCoupon' | 'all' {
  if (status !== undefined && isIn(unusualStatuses, status)) return 'unusual';
  return couponProperty === undefined ? 'all' : 'withCoupon';
}

/** Whether the stored sums can answer: the only filters are period, outlets, and online or not. */
export const isPlain = (filters: Filters): boolean =>
  Object.entries(filters).every(([name, value]) => value === undefined || (name === 'type' && value === 'online'));

/** Whether the total of orders is their income; of those that never were income it is what was asked for them. */
export const isIncome = (status: OrderStatus | undefined): boolean =>
  status === undefined || isIn(countedStatuses, status);

const shortestEnd = 4;

/** The last digits of a mobile number, where a keyword may be that. */
export const mobileEnd = (keyword: string): string | null =>
  new RegExp(`^[+\\d][\\d -]{${shortestEnd - 1},}$`).test(keyword) ? keyword.replace(/\D/g, '') : null;

/** The id in an order number, where a keyword may be one. */
export const orderIdIn = (keyword: string): number | null =>
  /^\d{13,}$/.test(keyword) ? Number(keyword.slice(6)) : null;
