import type { common as base } from '../zh_CN/common.ts';

export const common: typeof base = {
  tagline: 'Data centre for shared massage chairs',
  close: 'Close',
  network: 'Network connection failed',
  timeout: 'This is taking too long. Please try again.',
  missingUrl: 'Interface path not found',
  notLoggedIn: 'Please log in first',
  loggedInElsewhere: 'Your account is logged in on another device, please mind account security',
  unknown: 'Something went wrong. Please try again later.',
  loading: 'Loading',
  failed: 'Could not load',
  retry: 'Try again',
  empty: 'Nothing here yet',
  back: 'Back',
  justNow: 'Just now',
  loginExpired: 'Login expired',
};
