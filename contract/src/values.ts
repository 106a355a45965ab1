/** The fixed values of the API, separate from the schemas, so that the browser does not load zod. */

export const orderStatuses = ['pending', 'starting', 'running', 'finished', 'failed', 'refunded', 'cancelled'] as const;
export const orderTypes = ['online', 'cash_coupon', 'coin'] as const;
/** Paid without a payment provider. Every other `payType` is the name of a provider, with its label in the dictionary. */
export const offlinePayTypes = ['coupon', 'cash', 'coin'] as const;
export const gears = ['gentle', 'standard', 'deep'] as const;
export const couponProperties = ['free', 'discount', 'amount_off'] as const;
export const problems = [
  'no_start',
  'stopped_early',
  'weak',
  'noise',
  'uncomfortable',
  'dirty',
  'payment',
  'other',
] as const;

/** A chair as a guest sees it. `yours`: the caller's own order holds it. */
export const cardStates = ['free', 'inUse', 'offline', 'fault', 'closed', 'yours'] as const;
export type CardState = (typeof cardStates)[number];

/**
 * Why an order is over: its time was up, somebody stopped it, its chair broke down, or another guest paid for the chair
 * first.
 */
export const endings = ['time', 'stopped', 'fault', 'taken', 'other'] as const;
export type Ending = (typeof endings)[number];

/** Where a refund stands: due, asked of its provider, accepted there, done, or refused: then staff decide. */
export const refundStates = ['due', 'asked', 'pending', 'done', 'failed'] as const;
export type RefundState = (typeof refundStates)[number];

/**
 * An early stop: not answered yet, confirmed by the chair with how long it ran, or unanswered until the paid time was
 * over.
 */
export const stopStates = ['asked', 'confirmed', 'unanswered'] as const;
export type StopState = (typeof stopStates)[number];

export const feedbackStatuses = ['new', 'open', 'done'] as const;

export type OrderStatus = (typeof orderStatuses)[number];
/** An order that holds its chair. One that awaits payment holds nothing but its coupon. */
export const holdingStatuses = ['starting', 'running'] as const satisfies readonly OrderStatus[];
/** An order that is not over. */
export const openStatuses = ['pending', ...holdingStatuses] as const satisfies readonly OrderStatus[];
/**
 * An order that was not paid: it awaits its payment, or was cancelled without one. Money that came too late was
 * refunded.
 */
export const unpaidStatuses = ['pending', 'cancelled'] as const satisfies readonly OrderStatus[];
/** Counted in the number of orders. */
export const countedStatuses = ['running', 'finished'] as const satisfies readonly OrderStatus[];
/** An order whose chair started: its amount is gross income, less the refunds. */
export const startedStatuses = [...countedStatuses, 'refunded'] as const satisfies readonly OrderStatus[];
/** An order that never started, or will not: its coupon is free again. */
export const voidStatuses = ['failed', 'cancelled'] as const satisfies readonly OrderStatus[];

/** Whether a status is one of a named set: `isIn(openStatuses, order.status)`. */
export const isIn = <S extends OrderStatus>(set: readonly S[], status: OrderStatus): status is S =>
  set.some((each) => each === status);

export type OrderType = (typeof orderTypes)[number];
export type Gear = (typeof gears)[number];
export type CouponProperty = (typeof couponProperties)[number];
export type Problem = (typeof problems)[number];
export type FeedbackStatus = (typeof feedbackStatuses)[number];

/**
 * The state of an order's payment. `waiting`: no payment is known; `confirming`: the payer has returned, and the
 * provider has not answered yet.
 */
export const paymentStatuses = [
  'none',
  'waiting',
  'confirming',
  'paid',
  'refunding',
  'refunded',
  'partly_refunded',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

const receiptPayments: readonly PaymentStatus[] = ['paid', 'refunding', 'refunded', 'partly_refunded'];
/** Whether an order has a receipt: money was received for it. */
export const hasReceipt = ({ payment }: { payment: PaymentStatus }): boolean => receiptPayments.includes(payment);

/** In the order in which they are offered. */
export const periods = ['yesterday', 'today', 'week', 'month', 'year', 'custom'] as const;
export type PeriodName = (typeof periods)[number];

/** Where the stream of events is read. */
export const streamPath = '/events';
