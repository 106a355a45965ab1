import type { packages as base } from '../zh_CN/packages.ts';

export const packages: typeof base = {
  choose: 'Choose a duration',
  minuteUnit: 'min',
  recommended: 'Most popular',
};
