import {
  type CouponProperty,
  countedStatuses,
  type Gear,
  isIn,
  type OrderStatus,
  type OrderType,
} from '@recline/contract/dictionary';
import type { Currency } from '@recline/contract/money';

export interface Filters {
  deviceId?: string | undefined;
  type?: OrderType | undefined;
  status?: OrderStatus | undefined;
  gear?: Gear | undefined;
  couponProperty?: CouponProperty | undefined;
  couponNo?: string | undefined;
  cashCouponNo?: string | undefined;
  currency?: Currency | undefined;
}

/** Up to this many outlets, reading the newest orders of each is faster than filtering those of all outlets. */
const fewOutlets = 20;

/** Filters that few orders match: each has an index of these orders of all outlets. */
const isRare = ({ status, couponProperty }: Filters): boolean =>
  couponProperty !== undefined || (status !== undefined && status !== 'finished');

/** Whether a page is merged from the newest orders of each outlet. A chair's or a coupon's orders are few anyway. */
export const readsByOutlet = (filters: Filters, outlets: number): boolean =>
  (filters.deviceId ?? filters.couponNo ?? filters.cashCouponNo) === undefined &&
  outlets <= (isRare(filters) ? 1 : fewOutlets);

/** Whether the stored sums can answer: the only filters are period, outlets, currency, and online or not. */
export const isPlain = ({ currency: _of, ...filters }: Filters): boolean =>
  Object.entries(filters).every(([name, value]) => value === undefined || (name === 'type' && value === 'online'));

/** Whether the total of orders is their income; for orders that never were income it is their price. */
export const isIncome = (status: OrderStatus | undefined): boolean =>
  status === undefined || isIn(countedStatuses, status);
