import type { shell as base } from '../zh_CN/shell.ts';

export const shell: typeof base = {
  tabNames: { home: 'Data profile', details: 'Data details', user: 'My account' },
  tabs: 'Main navigation',
  back: 'Back',
  loading: 'Loading',
  slow: 'This page is taking a while',
  slowHint: 'Your connection may be unstable. You can try again.',
  retry: 'Try again',
  failed: 'Could not load',
  empty: 'Nothing here yet',
  oldFigures: (time) => `No connection. These figures are from ${time}.`,
  loginExpired: 'Login expired',
  zone: (zone: string) => `Days are in your time zone (${zone}). Some outlets lie in another.`,
  justNow: 'Just now',
};
