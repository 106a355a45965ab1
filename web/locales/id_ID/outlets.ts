import type { outlets as base } from '../zh_CN/outlets.ts';

export const outlets: typeof base = {
  all: 'Semua gerai',
  allCounted: (count: number) => `Semua gerai\u00a0·\u00a0${count}`,
  choose: 'Pilih gerai',
  change: 'Pilih',
  search: 'Cari nama atau alamat',
  clear: 'Hapus',
  found: (count: number) => `${count} gerai`,
  nothing: 'Gerai tidak ditemukan. Coba kata lain.',
  confirm: 'Pilih gerai ini',
  please: 'Silakan pilih gerai',
  devicesAt: (count: number, address: string) => `${count} perangkat · ${address}`,
};
