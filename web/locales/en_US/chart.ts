import type { chart as base } from '../zh_CN/chart.ts';

export const chart: typeof base = {
  title: 'Data chart',
  realTime: 'Real-time revenue',
  sevenDays: 'Seven-day revenue',
  ordersSevenDays: 'Seven-day orders',
  online: 'Online',
  cash: 'Cash',
  total: 'Total',
  time: 'Time',
  today: 'Today',
  soFar: 'Today so far',
  lastSevenDays: 'Last seven days',
  asBars: 'Bars',
  weekBefore: 'Last week',
  asTable: 'Table',
  reading: (when: string, values: readonly string[]) => `${when}: ${values.join(', ')}`,
};
