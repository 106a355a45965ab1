import type { orders as base } from '../zh_CN/orders.ts';

export const orders: typeof base = {
  title: 'Pesanan',
};
