export { orderListParameters } from './order-filters.ts';
