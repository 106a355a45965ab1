export { GiveBack } from './give-back.tsx';
export { isWithoutIncome, orderTime } from './order-status.ts';
export { OrderTag } from './order-tag.tsx';
export { statusLabel } from './order-words.ts';
export { RefundLines } from './refund-lines.tsx';
export { RefundSheet, refundable } from './refund-sheet.tsx';
export { minutesLeft, observeOrder } from './remaining-time.ts';
export { singleOrderQuery } from './single-order.queries.ts';
export { useStopNotice, useWhatWaits } from './stop-notice.ts';
