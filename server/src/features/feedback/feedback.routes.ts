import type { feedback as calls } from '@recline/contract/feedback';
import type { HandlersOf } from '../../platform/http/calls.ts';
import type { Feedback } from './feedback.service.ts';

export const feedbackHandlers = (feedback: Feedback): HandlersOf<typeof calls> => ({
  insert: async (input, { caller, address, request }) => ({
    feedbackId: String(await feedback.insert(caller, input, address, request)),
  }),
  get: ({ orderId }, { caller, request }) => feedback.get(caller, orderId, request),
  list: (input, { caller, request }) => feedback.list(caller, input, request),
  reply: async (input, { caller }) => {
    await feedback.reply(caller, input);
    return null;
  },
});
