import { z } from 'zod';
import { defineCalls } from './call.ts';
import { couponProperties, gears, orderStatuses, orderTypes, paymentStatuses } from './dictionary.ts';
import {
  amount,
  count,
  currency,
  deviceNumber,
  handedBack,
  id,
  instant,
  integer,
  optional,
  page,
  pageOf,
  payType,
  periodInput,
  text,
} from './fields.ts';
import { limits } from './limits.ts';
import { endings, refundStates, stopStates } from './values.ts';

const refund = z.object({
  amount,
  state: z.enum(refundStates),
  way: z
    .string()
    .describe("The `payType` by which it goes back; `hand` where staff paid it outside the provider's pages"),
  at: instant.describe('When it was requested; when it was done'),
});

export const order = z.object({
  orderId: id,
  orderNo: z.string(),
  type: z.enum(orderTypes),
  status: z.enum(orderStatuses),
  payType,
  deviceId: z.string(),
  deviceName: z.string(),
  outletId: id,
  outletName: z.string(),
  gear: z.enum(gears),
  minutes: count,
  amount,
  refundedAmount: amount,
  currency,
  payment: z.enum(paymentStatuses),
  refunds: z.array(refund).describe('Each movement of `refundedAmount`, oldest first'),
  couponNo: z.string().nullable(),
  couponProperty: z.enum(couponProperties).nullable(),
  cashCouponNo: z.string().nullable(),
  createdAt: instant,
  startedAt: instant.nullable(),
  endsAt: instant.nullable(),
  endedAt: instant.nullable(),
  ending: z.enum(endings).nullable().describe('Why it is over; null while it is not'),
  stop: z.enum(stopStates).nullable().describe('What its chair said to being stopped'),
  owed: amount.describe(
    'What its end still gives back: at most so much by itself once its chair confirms a stop, or by staff at the counter after a fault',
  ),
  feedbackId: id.nullable(),
  serverTime: instant,
});
export type Order = z.output<typeof order>;

const receipt = z.object({
  title: z.string(),
  operator: z.object({ name: z.string(), address: z.string(), taxId: z.string(), logo: z.string() }),
  rows: z.array(z.object({ label: z.string(), value: z.string() })),
  pdfUrl: z.string().describe('below the address of the API; it opens without a token'),
});
export type Receipt = z.output<typeof receipt>;

/** For a manager who may stop an order but not view it. */
const orderStopped = z.object({ orderId: id, status: z.enum(orderStatuses) });
export type OrderStopped = z.output<typeof orderStopped>;

const guestMobile = z.string().nullable().optional().describe("the guest's number, masked, for managers");
/** An order in a manager's list. */
export const listedOrder = order.extend({ guestMobile });
export type ListedOrder = z.output<typeof listedOrder>;

const toOnePerson = {
  own: z.boolean().optional().describe('whether the caller placed it'),
  servicePhone: z.string().optional().describe("the outlet's, else that of the installation"),
};

const filters = {
  outletId: optional(id),
  deviceId: optional(deviceNumber),
  type: optional(z.enum(orderTypes)),
  status: optional(z.enum(orderStatuses)),
  gear: optional(z.enum(gears)),
  couponProperty: optional(z.enum(couponProperties)),
  cashCouponNo: optional(text(32)),
  couponNo: optional(text(32)),
  currency: optional(currency),
  keyword: optional(text(64)).describe(
    "the number of an order, or five or more digits of its end; a chair's, coupon's, cash coupon's or payment's number; exactly the last four digits of the guest's mobile number, or all of it (a manager may search for 20 unknown ones an hour)",
  ),
};
const total = z.object({ orders: count, amount });

export const orders = defineCalls({
  list: {
    method: 'GET',
    path: '/order',
    access: 'details',
    summary: "Orders of the manager's outlets, newest first",
    input: periodInput({ ...filters, ...page.shape }),
    output: z.object(pageOf(listedOrder)),
    errors: ['tooMany', 'searchTooWide'],
  },
  summary: {
    method: 'GET',
    path: '/order/orderH5',
    access: 'details',
    summary: 'Number and amount of the orders under the same filters; without a status, of those running or finished',
    input: periodInput(filters),
    output: z.object({ all: total, online: total, cash: total, currency, currencies: z.array(currency) }),
    errors: ['tooMany', 'searchTooWide'],
  },
  get: {
    method: 'GET',
    path: '/data-centre/get-order',
    access: 'anyone',
    priority: 'guest',
    summary: "One order, for its end user and its outlet's managers",
    input: z.object({ orderId: id }),
    output: listedOrder.extend(toOnePerson),
  },
  mine: {
    method: 'GET',
    path: '/data-centre/my-orders',
    access: 'anyone',
    priority: 'guest',
    summary: "The caller's own orders, newest first",
    input: page,
    output: z.object(pageOf(order)),
  },
  returned: {
    method: 'GET',
    path: '/data-centre/returned-order',
    access: 'public',
    priority: 'guest',
    summary:
      'The order of a payer who came back from a payment provider, without a token: `orderId` and `key` are in the address to which the provider sends the payer. The provider is asked about the payment at once',
    input: z.object({ orderId: id, key: handedBack(64) }),
    output: order.extend(toOnePerson),
  },
  receipt: {
    method: 'GET',
    path: '/data-centre/receipt',
    access: 'public',
    priority: 'guest',
    summary:
      "The receipt of an order that was paid, in the caller's language: for whoever sees the order, or with `key` of the address to which a provider sends the payer",
    input: z.object({ orderId: id, key: optional(handedBack(64)) }),
    output: receipt,
  },
  stop: {
    method: 'POST',
    path: '/data-centre/stop',
    access: 'anyone',
    priority: 'always',
    summary:
      'Ends a running order, or cancels one that awaits payment. A manager of its outlet without `details` gets only `orderId` and `status`',
    input: z.object({ orderId: id }),
    output: z.union([order, orderStopped]),
    errors: ['conflict'],
  },
  refund: {
    method: 'POST',
    path: '/order/refund',
    access: 'details',
    summary:
      'Gives money back: `amount`, or all that is left. The same `requestId` is one refund; with nothing left the answer is the same. More than is left is 409',
    input: z.object({
      orderId: id,
      amount: optional(integer(1, Number.MAX_SAFE_INTEGER)),
      reason: text(limits.replyChars),
      requestId: optional(z.guid()),
    }),
    output: order,
    errors: ['conflict'],
  },
});
