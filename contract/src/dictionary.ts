import { z } from 'zod';
import { defineCalls } from './call.ts';
import { nothing } from './fields.ts';
import { currencies } from './money.ts';
import { couponProperties, gears, offlinePayTypes, orderStatuses, orderTypes, problems } from './values.ts';

export * from './values.ts';

/**
 * The lists of the dictionary and the fixed values of each; the labels are in the server's languages. The server adds
 * the payment providers to `payType`, with their own labels.
 */
export const dictionaryValues = {
  orderStatus: orderStatuses,
  orderType: orderTypes,
  payType: offlinePayTypes,
  gear: gears,
  couponProperty: couponProperties,
  problem: problems,
  currency: currencies,
} as const;

const entries = z.array(z.object({ value: z.string(), label: z.string() }));

export const dictionary = defineCalls({
  get: {
    method: 'GET',
    path: '/dict/cache-value',
    access: 'public',
    summary: 'Every fixed value with its label in the language asked for; answers with an ETag',
    input: nothing,
    output: z.object({
      orderStatus: entries,
      orderType: entries,
      payType: entries,
      gear: entries,
      couponProperty: entries,
      problem: entries,
      currency: entries,
    }),
  },
});
