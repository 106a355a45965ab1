export type { OrderListSearch } from './order-filters.ts';
