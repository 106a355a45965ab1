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
  lastSevenDays: 'Tujuh hari terakhir',
  asBars: 'Batang',
  asCurve: 'Kurva',
  weekBefore: 'Pekan lalu',
  asTable: 'Tabel',
  asChart: 'Grafik',
  reading: (when: string, online: string, cash: string) => `${when}: online ${online}, tunai ${cash}`,
};
