export { singleOrderQuery } from './order-list.queries.ts';
export { minutesLeft, type ObservedOrder, observeOrder } from './remaining-time.ts';
