import type { Currency } from './money.ts';
import type { OrderStatus } from './values.ts';

/**
 * Every reason to refuse an administrator's change, with its kind: a named thing does not exist, the input contradicts
 * itself, or a rule forbids it. Each front end has a message for every name.
 */
export const adminErrors = {
  outletNotFound: 'notFound',
  outletClosed: 'refused',
  outletNotClosed: 'refused',
  deviceNotFound: 'notFound',
  deviceExists: 'refused',
  deviceRetired: 'refused',
  deviceNotRetired: 'refused',
  brokerHashMissing: 'refused',
  deviceBusy: 'refused',
  importRefused: 'refused',
  priceGroupNotFound: 'notFound',
  priceGroupEmpty: 'refused',
  priceGroupCurrencyFixed: 'refused',
  currencyMismatch: 'refused',
  planInPast: 'invalid',
  planNotFound: 'notFound',
  accountExists: 'refused',
  accountInvalid: 'invalid',
  managerNotFound: 'notFound',
  mobileExists: 'refused',
  mobileInvalid: 'invalid',
  memberNotFound: 'notFound',
  memberBusy: 'refused',
  guestUnknown: 'refused',
  guestHasNumber: 'refused',
  moneyOpen: 'refused',
  passwordTooShort: 'refused',
  passwordTooLong: 'refused',
  couponNotFound: 'notFound',
  couponUsed: 'refused',
  couponVoid: 'refused',
  couponPercentMismatch: 'invalid',
  couponAmountMismatch: 'invalid',
  cashCouponNotFound: 'notFound',
  cashCouponUsed: 'refused',
  cashCouponVoid: 'refused',
  expiryInPast: 'invalid',
  orderNotFound: 'notFound',
  orderNotRefundable: 'refused',
  refundTooLarge: 'refused',
  refundNotFailed: 'refused',
  differenceNotFound: 'notFound',
  notARefund: 'refused',
  noticeNotFound: 'notFound',
  providerNotSetUp: 'notFound',
  billInWork: 'refused',
  checkFailed: 'refused',
  deadLetterNotFound: 'notFound',
  advertNotFound: 'notFound',
  advertEndsTooEarly: 'invalid',
  advertPictureElsewhere: 'invalid',
  advertPictureRefused: 'invalid',
} as const;

export type AdminErrorName = keyof typeof adminErrors;

/** The parameters of messages. Errors not named here take no parameters. */
export interface AdminErrorParams {
  outletNotFound: { outletId: number };
  outletClosed: { outletId: number };
  outletNotClosed: { outletId: number };
  deviceNotFound: { deviceId: string };
  deviceExists: { deviceId: string };
  deviceRetired: { deviceId: string };
  deviceNotRetired: { deviceId: string };
  brokerHashMissing: { deviceId: string };
  deviceBusy: { deviceId: string; orderId: number };
  importRefused: { count: number };
  priceGroupNotFound: { name: string };
  priceGroupEmpty: { name: string };
  priceGroupCurrencyFixed: { name: string; currency: Currency };
  currencyMismatch: { name: string; groupCurrency: Currency; outletCurrency: Currency };
  planNotFound: { group: string; startsAt: string };
  accountExists: { account: string };
  accountInvalid: { account: string };
  managerNotFound: { account: string };
  mobileExists: { mobile: string };
  mobileInvalid: { mobile: string };
  memberNotFound: { mobile: string };
  memberBusy: { orderId: number };
  guestUnknown: { orderId: number };
  guestHasNumber: { orderId: number };
  moneyOpen: { orderId: number };
  passwordTooShort: { minCharacters: number };
  passwordTooLong: { maxBytes: number };
  couponNotFound: { number: string };
  couponUsed: { number: string; orderId: string };
  couponVoid: { number: string };
  cashCouponNotFound: { number: string };
  cashCouponUsed: { number: string; orderId: string };
  cashCouponVoid: { number: string };
  orderNotFound: { orderId: number };
  orderNotRefundable: { orderId: number; status: OrderStatus };
  refundTooLarge: { orderId: number; left: number; currency: Currency };
  refundNotFailed: { id: number };
  differenceNotFound: { id: number };
  notARefund: { id: number };
  noticeNotFound: { id: number };
  providerNotSetUp: { name: string };
  billInWork: { name: string; day: string };
  checkFailed: { report: string };
  deadLetterNotFound: { id: number };
  advertNotFound: { advertId: number };
  advertPictureElsewhere: { address: string };
}

export type AdminParamsOf<N extends AdminErrorName> = N extends keyof AdminErrorParams
  ? AdminErrorParams[N]
  : undefined;
