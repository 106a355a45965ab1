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
import { endings } from './values.ts';

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
  couponNo: z.string().nullable(),
  couponProperty: z.enum(couponProperties).nullable(),
  cashCouponNo: z.string().nullable(),
  createdAt: instant,
  startedAt: instant.nullable(),
  endsAt: instant.nullable(),
  endedAt: instant.nullable(),
  ending: z.enum(endings).nullable().describe('Why it is over; null while it is not'),
  feedbackId: id.nullable(),
  serverTime: instant,
});
export type Order = z.output<typeof order>;

const own = z.boolean().optional().describe('whether the caller placed it');

const filters = {
  outletId: optional(id),
  deviceId: optional(deviceNumber),
  type: optional(z.enum(orderTypes)),
  status: optional(z.enum(orderStatuses)),
  gear: optional(z.enum(gears)),
  couponProperty: optional(z.enum(couponProperties)),
  cashCouponNo: optional(text(32)),
  couponNo: optional(text(32)),
  keyword: optional(text(64)).describe(
    "an order's, chair's, coupon's, cash coupon's or payment's number, or the last four or more digits of the guest's",
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
    output: z.object(pageOf(order)),
  },
  summary: {
    method: 'GET',
    path: '/order/orderH5',
    access: 'details',
    summary: 'Number and amount of the orders under the same filters; without a status, of those running or finished',
    input: periodInput({ ...filters, currency: optional(currency) }),
    output: z.object({ all: total, online: total, cash: total, currency, currencies: z.array(currency) }),
  },
  get: {
    method: 'GET',
    path: '/data-centre/get-order',
    access: 'anyone',
    priority: 'guest',
    summary: "One order, for its end user and its outlet's managers",
    input: z.object({ orderId: id }),
    output: order.extend({
      own,
      guestMobile: z.string().nullable().optional().describe("the guest's number, masked, for managers"),
    }),
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
    output: order.extend({ own }),
  },
  stop: {
    method: 'POST',
    path: '/data-centre/stop',
    access: 'anyone',
    priority: 'always',
    summary: 'Ends a running order, or gives up one that awaits payment',
    input: z.object({ orderId: id }),
    output: order,
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
