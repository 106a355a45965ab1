export { isWithoutIncome, statusTones } from './order-status.ts';
export { RefundSheet, refundable } from './refund-sheet.tsx';
export { formatDuration, minutesLeft, observeOrder } from './remaining-time.ts';
export { singleOrderQuery } from './single-order.queries.ts';
