import type { Language } from '@recline/contract/languages';
import type { orders as calls, Receipt } from '@recline/contract/orders';
import type { Caller, FindCaller } from '../../../platform/http/caller.ts';
import type { HandlersOf } from '../../../platform/http/calls.ts';
import { optionalCaller } from '../../../platform/http/optional-caller.ts';
import type { Orders } from '../environment.ts';
import type { OrderList } from './order-list.service.ts';
import { getOrder, ownOrders, refundOrder, returnedOrder, stopOrder } from './orders.service.ts';

interface OrderHandlerDeps {
  orders: Orders;
  receiptFor(
    caller: Caller | null,
    asked: { orderId: string; key?: string | undefined },
    language: Language,
  ): Promise<Receipt>;
  list: OrderList;
  /** Asks the providers about payments that are due for a query. */
  querySoon(): void;
  findCaller: FindCaller;
}

export const orderHandlers = ({
  orders,
  receiptFor,

  list,
  querySoon,
  findCaller,
}: OrderHandlerDeps): HandlersOf<typeof calls> => ({
  list: (input, { caller, offset }) => list.list(caller, input, offset),
  summary: (input, { caller, offset }) => list.summary(caller, input, offset),
  get: ({ orderId }, { caller }) => getOrder(orders, caller, orderId),
  mine: (page, { caller }) => ownOrders(orders, caller, page),
  stop: ({ orderId }, { caller }) => stopOrder(orders, caller, orderId),
  returned: async ({ orderId, key }, { request }) =>
    returnedOrder(orders, await optionalCaller(request, findCaller), { orderId, key }, querySoon),
  receipt: async (asked, { request, language }) =>
    receiptFor(await optionalCaller(request, findCaller), asked, language),
  refund: (input, { caller }) => refundOrder(orders, caller, input),
});
