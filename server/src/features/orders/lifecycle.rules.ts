import type { Gear, OrderStatus, OrderType } from '@recline/contract/dictionary';
import { limits } from '@recline/contract/limits';
import type { Currency } from '@recline/contract/money';
import { unusedShare } from '@recline/contract/stop-refund';

/** What can happen to an order that was placed. */
export type OrderStep = 'pay' | 'start' | 'fail' | 'cancel' | 'end' | 'refund' | 'unrefund';

/** The table of transitions. The database refuses every other change of a status (`is_order_transition`). */
export const transitions: Record<OrderStatus, Partial<Record<OrderStep, OrderStatus>>> = {
  pending: { pay: 'starting', cancel: 'cancelled' },
  // A chair may report the end of an order whose start it never reported.
  starting: { start: 'running', fail: 'failed', end: 'finished' },
  running: { end: 'finished', refund: 'refunded', unrefund: 'running' },
  finished: { refund: 'refunded', unrefund: 'finished' },
  failed: { unrefund: 'failed' },
  // A refund that was not paid after all is taken back.
  refunded: { unrefund: 'finished' },
  // Money that arrives late goes back; the status stays.
  cancelled: { refund: 'cancelled', unrefund: 'cancelled' },
};

/** An order as its lifecycle sees it. */
export interface OrderState {
  id: number;
  type: OrderType;
  status: OrderStatus;
  device_id: string;
  outlet_id: number;
  placed_by: number | null;
  pay_type: string;
  gear: Gear;
  minutes: number;
  amount: number;
  refunded_amount: number;
  currency: Currency;
  cash_coupon_no: string | null;
  created_at: Date;
  started_at: Date | null;
  ends_at: Date | null;
  ended_at: Date | null;
  end_reason: string | null;
}

/** A step with the facts it needs. Instants reported by a chair are bounded by their receipt before they come here. */
export type Transition =
  | { step: 'pay'; payType: string }
  | { step: 'start'; at: Date }
  | { step: 'end'; at: Date; reason: string; ranSeconds?: number }
  | { step: 'fail' | 'cancel'; at: Date; reason: string }
  | { step: 'refund'; at: Date; reason: string; amount: number }
  | { step: 'unrefund'; amount: number };

/** The order after a transition; undefined where its status does not allow it: then nothing happens. */
export function decide(order: OrderState, transition: Transition): OrderState | undefined {
  const status = transitions[order.status][transition.step];
  if (status === undefined) return undefined;
  switch (transition.step) {
    case 'pay':
      return { ...order, status, pay_type: transition.payType };
    case 'start':
      return { ...order, status, ...timesFrom(later(transition.at, order.created_at), order.minutes) };
    case 'end':
      return { ...order, status, ...endOf(order, transition), end_reason: transition.reason };
    case 'fail':
    case 'cancel':
      return { ...order, status, ended_at: later(transition.at, order.created_at), end_reason: transition.reason };
    case 'refund':
      return refunded(order, status, transition);
    case 'unrefund':
      return unrefunded(order, status, transition.amount);
  }
}

export const leftToRefund = ({ amount, refunded_amount }: OrderState): number => amount - refunded_amount;

/**
 * The share of what was paid online for the time that is left of a running order, rounded down. What was paid at the
 * counter is given back at the counter.
 */
export function stopRefundOf(order: OrderState, at: Date): number {
  const { status, type, started_at, ends_at, amount } = order;
  if (status !== 'running' || type !== 'online' || started_at === null || ends_at === null) return 0;
  const paid = { startedAt: started_at.getTime(), endsAt: ends_at.getTime(), amount, left: leftToRefund(order) };
  return unusedShare(paid, at.getTime());
}

/** A partial refund changes only the amount; a refund of the rest ends the order. */
function refunded(order: OrderState, status: OrderStatus, refund: Extract<Transition, { step: 'refund' }>) {
  const left = leftToRefund(order);
  if (refund.amount > left) return undefined;
  const after = { ...order, refunded_amount: order.refunded_amount + refund.amount };
  if (refund.amount < left || status === order.status) return after;
  const ended = order.ended_at ?? later(refund.at, order.started_at ?? order.created_at);
  return { ...after, status, ended_at: ended, end_reason: order.end_reason ?? refund.reason };
}

function unrefunded(order: OrderState, status: OrderStatus, amount: number): OrderState | undefined {
  if (amount > order.refunded_amount) return undefined;
  return { ...order, status, refunded_amount: order.refunded_amount - amount };
}

/** An order that ends without a reported start did run, for as long as its chair says. */
function endOf(order: OrderState, { at, ranSeconds = 0 }: Extract<Transition, { step: 'end' }>) {
  if (order.started_at !== null) return { ended_at: later(at, order.started_at) };
  const startedAt = later(new Date(at.getTime() - ranSeconds * 1000), order.created_at);
  return { ...timesFrom(startedAt, order.minutes), ended_at: later(at, startedAt) };
}

const later = (one: Date, other: Date): Date => (one > other ? one : other);

export const endTime = (startedAt: Date, minutes: number): Date => new Date(startedAt.getTime() + minutes * 60_000);

const timesFrom = (startedAt: Date, minutes: number) => ({
  started_at: startedAt,
  ends_at: endTime(startedAt, minutes),
});

/** Whether a chair that runs this order must be stopped: the order is over, and its time was not up. */
export function mustStop({ status, ended_at, ends_at }: OrderState): boolean {
  if (status === 'failed' || status === 'cancelled' || status === 'refunded') return true;
  return status === 'finished' && ended_at !== null && ends_at !== null && ended_at < ends_at;
}

// A chair's clock --------------------------------------------------------------------------

const hourMs = 3600_000;

export interface TrustedTime {
  at: Date;
  /** The chair's own time was out of bounds. */
  distrusted: boolean;
}

/**
 * The time of an event. A chair's clock is trusted up to a day in the past, for events replayed after a time offline up
 * to 31 days; beyond that the time of receipt counts. An event is never later than its receipt.
 */
export function trustedTime(at: Date, receivedAt: Date, { offline }: { offline: boolean }): TrustedTime {
  const maxAgeHours = offline ? limits.replayedEventHours : limits.eventHours;
  const tooOld = receivedAt.getTime() - at.getTime() > maxAgeHours * hourMs;
  const ahead = at.getTime() - receivedAt.getTime();
  if (tooOld || ahead > 0) return { at: receivedAt, distrusted: tooOld || ahead > limits.eventHours * hourMs };
  return { at, distrusted: false };
}
