import type { chart as base } from '../zh_CN/chart.ts';

export const chart: typeof base = {
  title: 'Grafik data',
};
