import type { orders } from '@recline/contract/orders';
import type { HandlersOf } from '../../platform/http/calls.ts';
import type { Orders } from './orders.service.ts';

type OneOrderCalls = Pick<typeof orders, 'get' | 'mine' | 'stop' | 'refund'>;

export const orderHandlers = (service: Orders): HandlersOf<OneOrderCalls> => ({
  get: ({ orderId }, { caller }) => service.get(caller, orderId),
  mine: (page, { caller }) => service.mine(caller, page),
  stop: ({ orderId }, { caller }) => service.stop(caller, orderId),
  refund: ({ orderId, reason }, { caller }) => service.refund(caller, orderId, reason),
});
