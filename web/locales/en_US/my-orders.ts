import type { myOrders as base } from '../zh_CN/my-orders.ts';

export const myOrders: typeof base = {
  title: 'My orders',
};
