import type { chart as base } from '../zh_CN/chart.ts';

export const chart: typeof base = {
  title: 'Grafik data',
  realTime: 'Pendapatan saat ini',
  sevenDays: 'Pendapatan tujuh hari',
  ordersSevenDays: 'Pesanan tujuh hari',
  online: 'Online',
  cash: 'Tunai',
  total: 'Total',
  time: 'Waktu',
  today: 'Hari ini',
  soFar: 'Hari ini sampai kini',
  lastSevenDays: 'Tujuh hari terakhir',
  asBars: 'Batang',
  weekBefore: 'Pekan lalu',
  asTable: 'Tabel',
  reading: (when: string, values: readonly string[]) => `${when}: ${values.join(', ')}`,
};
