import type { ChairCard } from '@recline/contract/chair-page';
import type { Order } from '@recline/contract/orders';
import type { Price } from '@recline/contract/starting';
import { api } from '../../data/api.ts';

/** The caller's order that awaits its payment, with its purchase. */
export type UnpaidOrder = Pick<
  Order,
  'orderId' | 'deviceId' | 'gear' | 'minutes' | 'amount' | 'currency' | 'payType' | 'couponNo'
>;

/** Null if there is none, or if it could not be fetched; then its own page is offered. */
export async function fetchUnpaidOrder({ unpaidOrderId }: ChairCard): Promise<UnpaidOrder | null> {
  if (unpaidOrderId === null) return null;
  return api.orders.get({ orderId: unpaidOrderId }, { quiet: true }).catch(() => null);
}

/** Whether an unpaid order is for this package, without a coupon. */
export const isFor = ({ gear, minutes, amount, currency, couponNo }: UnpaidOrder, price: Price): boolean =>
  couponNo === null &&
  gear === price.gear &&
  minutes === price.minutes &&
  amount === price.amount &&
  currency === price.currency;
