import type { result as base } from '../zh_CN/result.ts';

export const result: typeof base = {
  title: 'Result',
  success: 'Submitted successfully',
  successText: 'The outlet manager will look into it. You will find the reply on your order.',
  failure: 'Submission failed',
  failureText: 'Your text and files are kept. You can try again.',
  reportedText: 'The outlet manager will look into it. Thank you for telling us.',
  toChair: 'Back to the device',
  look: 'View feedback',
  again: 'Try again',
  home: 'Back to home',
};
