import type { outlets as base } from '../zh_CN/outlets.ts';

export const outlets: typeof base = {
  all: 'All outlets',
  allCounted: (count: number) => `All outlets\u00a0·\u00a0${count}`,
  choose: 'Choose an outlet',
  change: 'Choose',
  search: 'Search name or address',
  clear: 'Clear',
  found: (count: number) => (count === 1 ? '1 outlet' : `${count} outlets`),
  nothing: 'No outlets found',
  confirm: 'Confirm',
  please: 'Please select an outlet',
  devicesAt: (count: number, address: string) => `${count === 1 ? '1 device' : `${count} devices`} · ${address}`,
};
