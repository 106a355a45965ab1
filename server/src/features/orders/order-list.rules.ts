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

/**
 * The way through recent orders: where only the type or only the gear is asked for, enough of an outlet's orders are
 * like that, and one stream of all of them is quicker than three.
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

/** The hours in which a few outlets mostly have a page of such orders between them. */
function recentHours(filters: Filters): number {
  if (['status', 'property'].includes(wayOf(filters))) return 96;
  return filters.type !== undefined && filters.gear !== undefined ? 24 : 6;
}

/**
 * Where a page is looked for at first. An index page is read as a whole, be it that one entry of it is wanted: of
 * many streams the last hours before the page's beginning hold few entries, and mostly suffice.
 */
export const recentSince = ({ since, until }: Span, filters: Filters, streams: number): Date | undefined => {
  const recent = new Date(until.getTime() - recentHours(filters) * 3600_000);
  return streams > fewStreams && recent > since ? recent : undefined;
};

/** How many orders of each stream are looked at first: seldom do more of a page come from one of many. */
export const shareOf = (limit: number, streams: number): number =>
  streams > fewStreams ? Math.min(limit, Math.ceil(limit / streams) + 5) : limit;

/** Whether a page read so holds all it should: no stream was used up to where it was cut off. */
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

/** For very many outlets it is worth looking through the newest orders of all first. */
export const looksThroughNewest = (filters: Filters, outlets: number): boolean =>
  outlets > many && !['device', 'coupon', 'cashCoupon'].includes(wayOf(filters));

/** Statuses in which few orders end. */
export const unusualStatuses = ['refunded', ...voidStatuses] as const satisfies readonly OrderStatus[];

/** Which orders of all outlets are looked through, of those that an index by time holds: the fewest that may match. */
export function newestOf({ status, couponProperty }: Filters): 'unusual' | 'withCoupon' | 'all' {
  if (status !== undefined && isIn(unusualStatuses, status)) return 'unusual';
  return couponProperty === undefined ? 'all' : 'withCoupon';
}

/** What the statistics can answer: nothing is asked but the period, the outlets, and online or not. */
export const isPlain = (filters: Filters): boolean =>
  Object.entries(filters).every(([name, value]) => value === undefined || (name === 'type' && value === 'online'));

/** Orders in these statuses count as income. */
export const counts = (status: OrderStatus | undefined): boolean =>
  status === undefined || isIn(countedStatuses, status);
