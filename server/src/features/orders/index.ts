export { type ChairMoment, storedEvents } from './chair/chair-history.sql.ts';
export { chairHistory } from './chair/chair-history.ts';
export { buryMessage, type DeadLetter, listDeadLetters, replayDeadLetter } from './chair/dead-letters.ts';
export { oldCommands, oldDeadLetters, oldEvents } from './chair/old-messages.sql.ts';
export { type OrderQueues, openOrderCounts, orderQueues } from './chair/order-queues.sql.ts';
export { orderChanged, publishOrders } from './channels.ts';
export type { Orders, OrderTiming } from './environment.ts';
export { withoutServer } from './lifecycle/lifecycle.service.ts';
export { republishOrder } from './lifecycle/lifecycle.sql.ts';
export { moveOrders } from './lifecycle/move-orders.ts';
export { paymentHooks } from './lifecycle/payment-received.ts';
export { oldUnpaidOrders } from './lifecycle/unpaid-orders.sql.ts';
export { incomeByChair, incomeByPayType } from './list/income.sql.ts';
export { type OrderRow, toOrder } from './list/order.view.ts';
export { type AdminListQuestion, type ListedOrder, listAllOrders } from './list/order-list.admin.ts';
export { makeOrderList } from './list/order-list.service.ts';
export { orderIdByNo } from './list/order-search.ts';
export { type Moment, orderHistory } from './list/orders.admin.sql.ts';
export {
  type AdminOrder,
  closeAsRefunded,
  closeRefundAsAdmin,
  findOrder,
  refundAsAdmin,
} from './list/orders.admin.ts';
export { orderHandlers } from './list/orders.routes.ts';
export { getOrder, returnedOrder } from './list/orders.service.ts';
export { openOrdersOf, ordersById } from './list/orders.sql.ts';
export { type ExportedOrder, exportOrders, openOrderOfAny, placerOf } from './list/personal-data.sql.ts';
export { maySeeOrder, type OrderViewer, type Visible } from './list/visibility.ts';
export { makeOrders } from './orders.ts';
export { startByForm } from './placing/form-start.service.ts';
export { type ClosedOutlet, closeOutlet } from './placing/outlet-closing.admin.ts';
export { payPlaced } from './placing/pay.service.ts';
export { toPrice } from './placing/quote.service.ts';
export { availability, type Starter } from './placing/start.rules.ts';
export { type ChairRow, hasOrder, type PriceRow } from './placing/start.sql.ts';
export { makePayerOf, type PayerOf, startingHandlers } from './placing/starting.routes.ts';
export { serveReceipts } from './receipts/receipt.routes.ts';
export { receiptFor } from './receipts/receipt.service.ts';
