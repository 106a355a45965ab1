import type { failedPage as base } from '../zh_CN/failed-page.ts';

export const failedPage: typeof base = {
  app: {
    title: 'This page did not load',
    text: 'What you tapped had no effect. Try again; if that does not help, open the page in another browser.',
  },
  paying: {
    title: 'Part of this page did not load',
    text: 'You can still choose a package and pay. For everything else, try again.',
  },
};
