import type { orders } from '@recline/contract/orders';
import type { HandlersOf } from '../../platform/http/calls.ts';
import type { OrderList } from './order-list.service.ts';

export const orderListHandlers = (service: OrderList): HandlersOf<Pick<typeof orders, 'list' | 'summary'>> => ({
  list: (input, { caller, offset }) => service.list(caller, input, offset),
  summary: (input, { caller, offset }) => service.summary(caller, input, offset),
});
