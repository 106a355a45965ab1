export { orderChanged, publishOrders } from './channels.ts';
export { buryMessage, type DeadLetter, listDeadLetters, replayDeadLetter } from './dead-letters.ts';
export { moveOrders } from './move-orders.ts';
export { type OrderRow, orderColumns, orderSource, toOrder } from './order.view.ts';
export { makeOrderList } from './order-list.service.ts';
export { type AdminOrder, findOrder, type Moment, orderHistory, refundAsAdmin } from './orders.admin.ts';
export { orderHandlers, startingHandlers } from './orders.routes.ts';
export { makeOrders, type Orders, type OrderTiming } from './orders.ts';
export { maySeeOrder, type OrderViewer } from './visibility.ts';
