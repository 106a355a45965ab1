import type { result as base } from '../zh_CN/result.ts';

export const result: typeof base = {
  title: 'Result',
  success: 'Submitted successfully',
  successText: 'The outlet manager will look into it. The reply appears on your order.',
  failure: 'Submission failed',
  failureText: 'Your words and files are kept, you can try again.',
  look: 'View feedback',
  again: 'Try again',
  home: 'Back to home',
};
