import type { quickStart as base } from '../zh_CN/quick-start.ts';

export const quickStart: typeof base = {
  title: 'Quick start',
  myOrders: 'My orders',
  account: 'My account',
  freeChairs: 'Idle devices',
  search: 'Search idle devices',
  noFreeChairs: 'No device is idle right now',
  idle: 'Idle',
  rescan: 'Scan again',
  takeCash: (amount) => `Collect ${amount} and start`,
  starting: 'Starting the device',
  startingHint: 'Sit back. This takes 10 seconds at most.',
  noAnswer: 'There was no answer. Please try again. You will not be charged twice.',
};
