export type { OrderListSearch } from './order-filters.ts';
export { singleOrderQuery } from './order-list.queries.ts';
export { minutesLeft, observeOrder } from './remaining-time.ts';
