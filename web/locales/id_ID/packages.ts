import type { packages as base } from '../zh_CN/packages.ts';

export const packages: typeof base = {
  choose: 'Pilih durasi',
  minuteUnit: 'menit',
  recommended: 'Paling diminati',
};
