export { singleOrderQuery } from './order-list.queries.ts';
export { minutesLeft, observeOrder } from './remaining-time.ts';
