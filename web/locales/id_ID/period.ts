import type { period as base } from '../zh_CN/period.ts';

export const period: typeof base = {
  title: 'Pilih periode',
  names: {
    yesterday: 'Kemarin',
    today: 'Hari ini',
    week: 'Minggu ini',
    month: 'Bulan ini',
    year: 'Tahun ini',
    custom: 'Pilih sendiri',
  },
  start: 'Waktu mulai',
  end: 'Waktu selesai',
  confirm: 'Terapkan',
  problems: {
    missing: 'Silakan pilih waktu',
    reversed: 'Silakan pilih waktu yang benar: waktu selesai harus setelah waktu mulai',
    wrong: 'Silakan pilih waktu yang benar',
  },
};
