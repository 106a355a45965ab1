import type { Contract } from '@recline/contract';
import type { InputOf } from '@recline/contract/call';
import { couponProperties, gears, orderStatuses, orderTypes } from '@recline/contract/values';
import { type Complete, keysOf } from '../../platform/complete.ts';
import { type Period, readPeriod } from '../../platform/period.ts';

type ListInput = InputOf<Contract['orders']['list']>;

/** Filters that can be removed one by one. The period cannot: there always is one. */
export type FilterName = Exclude<keyof ListInput, keyof Period | 'limit' | 'cursor'>;
export type OrderFilters = Period & { [N in FilterName]?: ListInput[N] };

/** The query parameters of the order list. */
export type OrderListSearch = { [N in keyof OrderFilters | 'orderId' | 'currency']?: string };

/** The filters of an address. Anybody may have written it: a value that does not exist filters nothing. */
export const readFilters = (search: OrderListSearch): Complete<OrderFilters> => ({
  ...readPeriod(search),
  outletId: search.outletId,
  deviceId: search.deviceId,
  type: orderTypes.find((value) => value === search.type),
  status: orderStatuses.find((value) => value === search.status),
  gear: gears.find((value) => value === search.gear),
  couponProperty: couponProperties.find((value) => value === search.couponProperty),
  cashCouponNo: search.cashCouponNo,
  couponNo: search.couponNo,
  keyword: search.keyword,
});

const noFilters: Record<FilterName, undefined> = {
  outletId: undefined,
  deviceId: undefined,
  type: undefined,
  status: undefined,
  gear: undefined,
  couponProperty: undefined,
  cashCouponNo: undefined,
  couponNo: undefined,
  keyword: undefined,
};

/** The filters that are set, in display order. */
export const activeFilters = (filters: OrderFilters): FilterName[] =>
  keysOf(noFilters).filter((name) => filters[name] !== undefined);

export const withoutFilter = (filters: OrderFilters, name: FilterName): OrderFilters => ({
  ...filters,
  [name]: undefined,
});

/** Orders by a keyword. Somebody who complains seldom does so about today, so the period grows with the first one. */
export const searched = (filters: OrderFilters, keyword: string): OrderFilters => ({
  ...filters,
  keyword: keyword || undefined,
  period: keyword && !filters.keyword && filters.period === 'today' ? 'month' : filters.period,
});

/** The period alone. */
export const withoutFilters = (filters: OrderFilters): OrderFilters => ({ ...filters, ...noFilters });
