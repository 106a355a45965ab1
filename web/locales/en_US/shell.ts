import type { shell as base } from '../zh_CN/shell.ts';

export const shell: typeof base = {
  tabNames: { home: 'Data profile', details: 'Data details', user: 'My account' },
  tabs: 'Main navigation',
  slow: 'This page is taking a while',
  slowHint: 'Your connection may be unstable. You can try again.',
  lastUpdated: (time) => `Could not update. Last updated ${time}.`,
  failed: {
    title: 'This page did not load',
    text: 'What you tapped had no effect. Try again; if that does not help, open the page in another browser.',
  },
  failedPay: {
    title: 'Part of this page did not load',
    text: 'You can still choose a package and pay. For everything else, try again.',
  },
  zone: (zone: string) => `Days are in your time zone (${zone}). Some outlets lie in another.`,
};
