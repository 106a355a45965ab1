import { z } from 'zod';
import { defineCalls } from './call.ts';
import { feedbackStatuses, problems } from './dictionary.ts';
import { count, deviceNumber, handedBack, id, instant, list, optional, page, pageOf, prose, text } from './fields.ts';
import { languages } from './languages.ts';
import { limits } from './limits.ts';
import { order } from './orders.ts';

export { type FeedbackStatus, feedbackStatuses } from './values.ts';

const own = {
  feedbackId: id,
  problem: z.enum(problems),
  description: z.string(),
  files: z.array(z.string()).describe('Signed URLs, valid for an hour'),
  createdAt: instant,
  status: z.enum(feedbackStatuses),
  reply: z.string().nullable(),
  repliedAt: instant.nullable(),
  language: z.enum(languages).nullable().optional().describe('in which the sender reads'),
  client: z.string().nullable().optional().describe('app, browser and screen of the sender'),
};

const chair = { deviceId: z.string(), deviceName: z.string(), outletId: id, outletName: z.string() };

export const feedback = defineCalls({
  insert: {
    method: 'POST',
    path: '/order-feedback/insert',
    bodyBytes: 128 * 1024, // the addresses of the files
    access: 'anyone',
    summary: 'Feedback on an order, once an order, or a report about a chair without one',
    input: z
      .object({
        orderId: optional(id),
        deviceId: optional(deviceNumber).describe('Instead of `orderId`: a chair that is broken or was paid by coin'),
        problem: z.enum(problems),
        description: prose(0, limits.descriptionChars).default(''),
        files: list(handedBack(1000), limits.feedbackFiles).describe('URLs that this account uploaded'),
        client: optional(text(200)).describe('app, browser and screen of the sender'),
      })
      .superRefine(({ orderId, deviceId }, context) => {
        const about = [orderId, deviceId].filter((value) => value !== undefined).length;
        if (about !== 1)
          context.addIssue({ code: 'custom', path: [about === 0 ? 'orderId' : 'deviceId'], message: 'about' });
      }),
    output: z.object({ feedbackId: id }),
    errors: ['feedbackExists', 'conflict', 'unknownDevice'],
  },
  get: {
    method: 'GET',
    path: '/order-feedback/get',
    access: 'anyone',
    summary: "The feedback on an order, for its end user and its outlet's managers",
    input: z.object({ orderId: id }),
    output: z.object(own),
  },
  list: {
    method: 'GET',
    path: '/order-feedback/list',
    access: 'details',
    summary: "Feedback on orders and chairs of the manager's outlets, newest first",
    input: page.extend({ status: optional(z.enum(feedbackStatuses)), outletId: optional(id) }),
    output: z.object({
      ...pageOf(z.object({ ...own, ...chair, order: order.nullable().describe('Null for a report about a chair') })),
      counts: z.object({ new: count, open: count, done: count }),
    }),
  },
  reply: {
    method: 'POST',
    path: '/order-feedback/reply',
    access: 'details',
    summary: 'An answer that the end user sees on the order',
    input: z.object({ feedbackId: id, reply: prose(1, limits.replyChars), status: z.enum(feedbackStatuses) }),
    output: z.null(),
  },
});
