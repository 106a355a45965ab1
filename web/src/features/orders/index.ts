export type { OrderListSearch } from './order-filters.ts';
export { singleOrderQuery } from './order-list.queries.ts';
export { formatDuration, minutesLeft, observeOrder } from './remaining-time.ts';
