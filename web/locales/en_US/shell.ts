import type { shell as base } from '../zh_CN/shell.ts';

export const shell: typeof base = {
  tabNames: { home: 'Data profile', details: 'Data details', user: 'My account' },
  tabs: 'Main navigation',
  slow: 'This page is taking a while',
  slowHint: 'Your connection may be unstable. You can try again.',
  lastUpdated: (time) => `Could not update. Last updated ${time}.`,
};
