import type { replies as base } from '../zh_CN/reply-templates.ts';

export const replies: typeof base = {
  templates: {
    sorry: 'We are sorry for the trouble. We will check this chair as soon as possible.',
    repaired: 'The chair has been repaired. We would be glad to see you again.',
    refunded: 'We have issued a refund for your order. We are sorry for the trouble.',
    thanks: 'Thank you for your feedback. We will keep improving.',
  },
};
