export { orderChanged, publishOrders, republishOrder } from './channels.ts';
export { buryMessage, type DeadLetter, listDeadLetters, replayDeadLetter } from './dead-letters.ts';
export { moveOrders } from './move-orders.ts';
export { type OrderRow, orderColumns, orderSource, toOrder } from './order.view.ts';
export { openOrderCounts } from './order-counts.sql.ts';
export { type AdminListQuestion, type ListedOrder, listAllOrders } from './order-list.admin.ts';
export { makeOrderList } from './order-list.service.ts';
export { orderIdByNo } from './order-search.ts';
export {
  type AdminOrder,
  closeAsRefunded,
  closeRefundAsAdmin,
  findOrder,
  type Moment,
  orderHistory,
  refundAsAdmin,
} from './orders.admin.ts';
export { orderHandlers, startingHandlers } from './orders.routes.ts';
export { makeOrders, type Orders, type OrderTiming } from './orders.ts';
export { makePaymentHooks } from './payment-hooks.ts';
export { availability, type Starter } from './placing.rules.ts';
export { type ChairRow, chairColumns, chairSource, type PriceRow, priceColumns } from './placing.sql.ts';
export { toPrice } from './placing.ts';
export { maySeeOrder, type OrderViewer } from './visibility.ts';
