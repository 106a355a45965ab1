import {
  type CouponProperty,
  couponProperties,
  type Gear,
  gears,
  type OrderStatus,
  type OrderType,
  orderStatuses,
  orderTypes,
} from '@recline/contract/values';
import { type Period, readPeriod } from '../../platform/period.ts';

export interface OrderFilters extends Period {
  outletId?: string;
  deviceId?: string;
  type?: OrderType;
  status?: OrderStatus;
  gear?: Gear;
  couponProperty?: CouponProperty;
  cashCouponNo?: string;
  couponNo?: string;
}

type Search = { [K in keyof OrderFilters]?: string };

/** The filters of an address, which anybody may have written: a value that does not exist filters nothing. */
export function readFilters(search: Search): OrderFilters {
  return {
    ...readPeriod(search),
    outletId: search.outletId,
    deviceId: search.deviceId,
    type: orderTypes.find((value) => value === search.type),
    status: orderStatuses.find((value) => value === search.status),
    gear: gears.find((value) => value === search.gear),
    couponProperty: couponProperties.find((value) => value === search.couponProperty),
    cashCouponNo: search.cashCouponNo,
    couponNo: search.couponNo,
  };
}

/** What can be taken off one by one, in the order in which it is shown. The period always is some period. */
export const removable = [
  'outletId',
  'deviceId',
  'type',
  'status',
  'gear',
  'couponProperty',
  'cashCouponNo',
  'couponNo',
] as const satisfies (keyof OrderFilters)[];
export type Removable = (typeof removable)[number];

export const activeOf = (filters: OrderFilters): Removable[] => removable.filter((name) => filters[name] !== undefined);

/** The filters without one of them, or without all of them; the period stays. */
export function without(filters: OrderFilters, ...names: readonly Removable[]): OrderFilters {
  const cleared = Object.fromEntries(names.map((name) => [name, undefined]));
  return { ...filters, ...cleared };
}
