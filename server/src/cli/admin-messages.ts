import { type AdminErrorName, type AdminParamsOf, adminErrors } from '@recline/contract/admin-errors';
import { formatMoney } from '@recline/contract/money';
import { AdminError } from '../platform/admin.ts';
import { type exitCodes, Failure } from './failure.ts';

/** The operator's message for every reason to refuse a change. */
const messages: { [N in AdminErrorName]: (params: AdminParamsOf<N>) => string } = {
  outletNotFound: ({ outletId }) => `No outlet ${outletId}. \`recline outlet list\` shows them.`,
  outletClosed: ({ outletId }) => `Outlet ${outletId} is closed already.`,
  outletNotClosed: ({ outletId }) => `Outlet ${outletId} is open.`,
  deviceNotFound: ({ deviceId }) => `No chair ${deviceId}. \`recline device list\` shows them.`,
  deviceExists: ({ deviceId }) => `There is a chair ${deviceId} already.`,
  deviceRetired: ({ deviceId }) =>
    `Chair ${deviceId} is retired. \`recline device restore\` puts it back into service.`,
  deviceNotRetired: ({ deviceId }) => `Chair ${deviceId} is in service.`,
  brokerHashMissing: ({ deviceId }) =>
    `The secret of chair ${deviceId} is not known in the broker's format. Restore it without --mosquitto, then \`recline device rotate-secret\` with it.`,
  deviceBusy: ({ deviceId, orderId }) =>
    `Chair ${deviceId} is busy with order ${orderId}. Wait until it is over, or stop it.`,
  importRefused: ({ count }) => `The data changed during the import: ${count} problems. Run it again to see them.`,
  priceGroupNotFound: ({ name }) => `No price group ${name}. \`recline price list\` shows them.`,
  priceGroupEmpty: ({ name }) => `Price group ${name} needs at least one price.`,
  priceGroupCurrencyFixed: ({ name, currency }) => `Price group ${name} is in ${currency}, which cannot be changed.`,
  currencyMismatch: ({ name, groupCurrency, outletCurrency }) =>
    `Price group ${name} is in ${groupCurrency}, the outlet in ${outletCurrency}.`,
  planInPast: () => '--from must be in the future.',
  planNotFound: ({ group, startsAt }) =>
    `Nothing is planned for price group ${group} at ${startsAt}. \`recline price list\` shows what is.`,
  accountExists: ({ account }) => `There is an account ${account} already.`,
  accountInvalid: ({ account }) =>
    `${account} cannot be a login: it has 1 to 64 letters a to z, digits, and . _ @ + -, and begins with a letter or digit.`,
  managerNotFound: ({ account }) => `No outlet manager ${account}. \`recline manager list\` shows them.`,
  mobileExists: ({ mobile }) =>
    `Somebody has the number ${mobile} already. \`recline member bind\` binds an existing account.`,
  mobileInvalid: ({ mobile }) =>
    `${mobile} is not a mobile number of a country in SMS_COUNTRIES, with APP_COUNTRY as the default.`,
  memberNotFound: ({ mobile }) => `Nobody has the number ${mobile}. \`recline member add\` adds a member.`,
  memberBusy: ({ orderId }) => `There is an order that is not over: ${orderId}. Try again after it.`,
  guestUnknown: ({ orderId }) =>
    `Order ${orderId} was placed by no guest: cash, coins and managers leave no personal data.`,
  guestHasNumber: ({ orderId }) =>
    `The guest of order ${orderId} has left a number: \`recline member export\` and \`member erase\` take that.`,
  moneyOpen: ({ orderId }) =>
    `A payment or refund of order ${orderId} is not decided yet: \`recline order show ${orderId}\` shows when it is.`,
  passwordTooShort: ({ minCharacters }) => `A password has at least ${minCharacters} characters.`,
  passwordTooLong: ({ maxBytes }) => `A password has at most ${maxBytes} bytes in UTF-8.`,
  couponNotFound: ({ number }) => `No coupon ${number}.`,
  couponUsed: ({ number, orderId }) => `Coupon ${number} was used by order ${orderId}.`,
  couponVoid: ({ number }) => `Coupon ${number} is void already.`,
  couponPercentMismatch: () => '--percent-off goes with discount.',
  couponAmountMismatch: () => '--amount-off and --currency go with amount_off.',
  cashCouponNotFound: ({ number }) => `No cash coupon ${number}.`,
  cashCouponUsed: ({ number, orderId }) => `Cash coupon ${number} was used by order ${orderId}.`,
  cashCouponVoid: ({ number }) => `Cash coupon ${number} is void already.`,
  expiryInPast: () => '--expires must be in the future.',
  orderNotFound: ({ orderId }) => `No order ${orderId}.`,
  orderNotRefundable: ({ orderId, status }) => `Order ${orderId} is ${status}: there is nothing to give back.`,
  refundTooLarge: ({ orderId, left, currency }) =>
    `Of order ${orderId} only ${formatMoney(left, currency)} is left to give back.`,
  refundNotFailed: ({ id }) => `No refund ${id} waits for staff. \`recline payments refunds\` shows them.`,
  differenceNotFound: ({ id }) => `No open difference ${id}. \`recline payments differences\` shows them.`,
  notARefund: ({ id }) => `Difference ${id} is not about a refund of one of our orders. Close it without --refunded.`,
  providerNotSetUp: ({ name }) =>
    name === ''
      ? 'No payment provider is set up: PAYMENT_PROVIDERS names them.'
      : `${name} is not among PAYMENT_PROVIDERS.`,
  billInWork: ({ name, day }) => `A server works on the bill of ${name} for ${day}. Try again in ten minutes.`,
  checkFailed: ({ report }) => report,
  noticeNotFound: ({ id }) => `No notice ${id}. \`recline payments notices\` shows them.`,
  deadLetterNotFound: ({ id }) => `No message ${id} waits. \`recline event list\` shows them.`,
  advertNotFound: ({ advertId }) => `No advert ${advertId}. \`recline advert list\` shows them.`,
  advertEndsTooEarly: () => '--ends must be after --starts.',
  advertPictureElsewhere: ({ address }) =>
    `${address} is on another host, and the page's content policy blocks pictures from there. Give the picture itself with --file: it is then served from our own file host.`,
  advertPictureRefused: () => '--file must be a JPEG, PNG, WebP or GIF of at most 2 MiB.',
};

const endings = { notFound: 'notFound', refused: 'refused', invalid: 'usage' } as const satisfies Record<
  (typeof adminErrors)[AdminErrorName],
  keyof typeof exitCodes
>;

function failureOf<N extends AdminErrorName>({ problem, params }: AdminError<N>): Failure {
  return new Failure(endings[adminErrors[problem]], messages[problem](params));
}

/** The failure of a change that was refused; undefined for any other error. */
export const adminFailure = (error: unknown): Failure | undefined =>
  error instanceof AdminError ? failureOf(error) : undefined;
