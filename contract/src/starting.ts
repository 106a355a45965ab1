import { z } from 'zod';
import { agreed } from './agreements.ts';
import { defineCalls } from './call.ts';
import { gears, orderStatuses } from './dictionary.ts';
import { amount, count, currency, deviceNumber, id, instant, integer, optional, payType, text } from './fields.ts';
import { languages } from './languages.ts';
import { limits } from './limits.ts';

/** A client that names none waits until the turn comes. */
export const patience = optional(integer(0, limits.turnSeconds)).describe(
  'Seconds to wait for the turn to pay; after them the answer has `wait`',
);

const device = z.object({ deviceId: deviceNumber });

/** One entry of the price list, which travels as a JSON string. */
export const price = z.object({
  priceId: id,
  gear: z.enum(gears),
  minutes: count,
  amount,
  currency,
  recommended: z.boolean(),
});
export type Price = z.output<typeof price>;

export const advert = z.object({
  advertId: id,
  title: z.string(),
  imageUrl: z.string(),
  linkUrl: z.string().nullable(),
  language: z.enum(languages).nullable().optional().describe('of the title, where it is known'),
});

/** How a pending order is paid. */
const pay = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('redirect'), url: z.string() }),
  z.object({ kind: z.literal('wechat'), params: z.record(z.string(), z.string()) }).describe("For the wallet's bridge"),
  z.object({ kind: z.literal('alipay'), tradeNo: z.string() }).describe("For the wallet's bridge"),
  z.object({ kind: z.literal('qr'), text: z.string(), until: instant }),
]);
export type Pay = z.output<typeof pay>;

const startAnswer = z.object({
  orderId: id,
  status: z.enum(orderStatuses),
  pay: pay.optional().describe('While the order awaits payment'),
  wait: z
    .object({ seconds: integer(1, limits.turnSeconds) })
    .optional()
    .describe('Others at this address pay too: how long until this one can, by `/data-centre/pay`'),
  payUrl: z.string().optional().describe('The url of `pay`, where that is a redirect'),
});

export const starting = defineCalls({
  deviceStatus: {
    method: 'POST',
    path: '/data-centre/device-status',
    access: 'anyone',
    priority: 'guest',
    summary: 'The id of the order running on a chair, or null when it is free to start',
    input: device,
    output: id.nullable(),
    errors: ['unknownDevice', 'deviceUnavailable', 'deviceInUse', 'wrongOutlet'],
  },
  priceGroup: {
    method: 'POST',
    path: '/data-centre/price-group',
    access: 'anyone',
    priority: 'guest',
    summary: 'The price list of a chair, as a JSON string',
    input: device,
    output: z.string(),
    errors: ['unknownDevice', 'noPriceList'],
  },
  adverts: {
    method: 'GET',
    path: '/data-centre/advert',
    access: 'anyone',
    priority: 'guest',
    summary: "The adverts of the chair's outlet",
    input: device,
    output: z.object({ rows: z.array(advert) }),
    errors: ['unknownDevice'],
  },
  quote: {
    method: 'POST',
    path: '/data-centre/quote',
    access: 'anyone',
    priority: 'guest',
    summary:
      'What an end user would pay with a coupon, for each package of the chair that it is good for. It holds nothing; a wrong number counts towards the limit of wrong numbers',
    input: z.object({
      deviceId: deviceNumber,
      coupon: optional(text(32)).describe('of either kind'),
      couponNo: optional(text(32)),
      cashCouponNo: optional(text(32)),
    }),
    output: z.object({
      currency,
      isCash: z.boolean().optional().describe('Whether `coupon` is a cash coupon'),
      rows: z.array(z.object({ priceId: id, amount: amount.describe('left to pay') })),
    }),
    errors: ['unknownDevice', 'wrongOutlet', 'noPriceList', 'badCoupon', 'badCashCoupon'],
  },
  activate: {
    method: 'POST',
    path: '/data-centre/activate',
    access: 'anyone',
    priority: 'guest',
    summary: 'Orders a start; the same caller and requestId get the same order however often it is sent',
    input: z.object({
      deviceId: deviceNumber,
      priceId: id,
      payType,
      requestId: z.guid(),
      couponNo: optional(text(32)),
      cashCouponNo: optional(text(32)),
      agreed,
      patience,
    }),
    waits: true,
    output: startAnswer,
    errors: [
      'unknownDevice',
      'deviceUnavailable',
      'deviceInUse',
      'wrongOutlet',
      'noPriceList',
      'deviceDidNotStart',
      'badCoupon',
      'badCashCoupon',
      'paymentFailed',
    ],
  },
  pay: {
    method: 'POST',
    path: '/data-centre/pay',
    access: 'anyone',
    priority: 'guest',
    summary: "A pending order's `pay` afresh, for the browser that asks; with `payType`, by another provider",
    input: z.object({ orderId: id, payType: optional(payType), patience }),
    waits: true,
    output: startAnswer,
    errors: ['paymentFailed', 'deviceDidNotStart'],
  },
});
