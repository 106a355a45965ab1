import type { OrderStatus } from '@recline/contract/dictionary';
import { limits } from '@recline/contract/limits';
import type { FaultRefund, StopRefund } from '@recline/contract/stop-refund';
import { later, minutesAfter } from '../../../platform/instants.ts';
import { ended, expired, stopped } from './ending.rules.ts';
import type { OrderState } from './order-state.ts';

export type { OrderState };

/** What can happen to an order that was placed. */
type StepName = 'pay' | 'start' | 'fail' | 'cancel' | 'stop' | 'end' | 'expire' | 'refund' | 'unrefund';

/** The table of transitions. The database refuses every other change of status (`is_order_transition`). */
export const transitions: Record<OrderStatus, Partial<Record<StepName, OrderStatus>>> = {
  pending: { pay: 'starting', cancel: 'cancelled' },
  // A chair may report the end of an order whose start it never reported.
  starting: { start: 'running', fail: 'failed', end: 'finished' },
  running: { stop: 'finished', end: 'finished', expire: 'finished', refund: 'refunded', unrefund: 'running' },
  // A chair may report later how an order ended that was stopped or whose time was over.
  finished: { end: 'finished', expire: 'finished', refund: 'refunded', unrefund: 'finished' },
  failed: { unrefund: 'failed' },
  // Reverses a refund that was not paid after all.
  refunded: { end: 'refunded', expire: 'refunded', unrefund: 'finished' },
  // Late money is refunded; the status does not change.
  cancelled: { refund: 'cancelled', unrefund: 'cancelled' },
};

/** Why a start failed. */
export type StartFailure = 'no answer' | 'stopped' | `rejected: ${string}`;

/** A transition with its facts. Instants reported by a chair are limited to the time of receipt beforehand. */
export type Transition =
  | { step: 'pay'; payType: string }
  | { step: 'start'; at: Date }
  | { step: 'stop'; at: Date; refund: StopRefund }
  | { step: 'end'; at: Date; receivedAt: Date; reason: string; ranSeconds: number; faultRefund: FaultRefund }
  | { step: 'expire' }
  | { step: 'fail'; at: Date; reason: StartFailure; paid: boolean }
  | { step: 'cancel'; at: Date; reason: string }
  | { step: 'refund'; at: Date; reason: string; amount: number }
  | { step: 'unrefund'; amount: number };

/** The order after a transition; undefined if its status does not allow it. */
export function decide(order: OrderState, transition: Transition): OrderState | undefined {
  const status = transitions[order.status][transition.step];
  if (status === undefined) return undefined;
  switch (transition.step) {
    case 'pay':
      return { ...order, status, pay_type: transition.payType };
    case 'start':
      return started(order, status, later(transition.at, order.created_at));
    case 'stop':
      return stopped(order, status, transition);
    case 'end':
      return ended(order, status, transition);
    case 'expire':
      return expired(order, status);
    case 'fail':
      return { ...over(order, status, transition), refunded_amount: transition.paid ? order.amount : 0 };
    case 'cancel':
      return over(order, status, transition);
    case 'refund':
      return refunded(order, status, transition);
    case 'unrefund':
      return unrefunded(order, status, transition.amount);
  }
}

export const leftToRefund = ({ amount, refunded_amount }: OrderState): number => amount - refunded_amount;

const started = (order: OrderState, status: OrderStatus, at: Date): OrderState => ({
  ...order,
  status,
  started_at: at,
  ends_at: minutesAfter(at, order.minutes),
});

const over = (order: OrderState, status: OrderStatus, { at, reason }: { at: Date; reason: string }): OrderState => ({
  ...order,
  status,
  ended_at: later(at, order.created_at),
  end_reason: reason,
});

/** A partial refund changes only the amount; a refund of the rest ends the order. */
function refunded(order: OrderState, status: OrderStatus, refund: Extract<Transition, { step: 'refund' }>) {
  const left = leftToRefund(order);
  if (refund.amount > left) return undefined;
  const after = { ...order, refunded_amount: order.refunded_amount + refund.amount };
  if (refund.amount < left || status === order.status) return after;
  const ended_at = order.ended_at ?? later(refund.at, order.started_at ?? order.created_at);
  const stop = order.status === 'running' ? 'asked' : order.stop;
  return { ...after, status, ended_at, end_reason: order.end_reason ?? refund.reason, stop };
}

function unrefunded(order: OrderState, status: OrderStatus, amount: number): OrderState | undefined {
  if (amount > order.refunded_amount) return undefined;
  return { ...order, status, refunded_amount: order.refunded_amount - amount };
}

/** Whether this change requires a stop command. */
export function stopsChair(before: OrderState, after: OrderState): boolean {
  if (after.status === 'failed') return before.status === 'starting' && after.end_reason === 'stopped';
  return after.stop === 'asked' && before.stop === null;
}

/** Whether a chair that runs this order must be stopped: the order ended before its time. */
export function mustStop({ status, ended_at, ends_at }: OrderState): boolean {
  if (status === 'failed' || status === 'cancelled' || status === 'refunded') return true;
  return status === 'finished' && ended_at !== null && ends_at !== null && ended_at < ends_at;
}

/** How a start ended, for the metric; undefined for any other change. */
export function startOutcome(before: OrderState, after: OrderState): StartOutcome | undefined {
  if (before.status !== 'starting') return undefined;
  if (after.status !== 'failed') return 'started'; // a chair may report only the end of a run
  if (after.end_reason === 'stopped' || after.end_reason === 'no answer') return after.end_reason;
  return 'rejected';
}

export type StartOutcome = 'started' | 'rejected' | 'no answer' | 'stopped';

// Payment ----------------------------------------------------------------------------------

/** An order that awaits its payment is cancelled this many minutes after it was placed. */
export const payUntil = (createdAt: Date, payMinutes: number): Date => minutesAfter(createdAt, payMinutes);

/** Unpaid orders from before this instant are overdue. */
export const unpaidSince = (now: Date, payMinutes: number): Date => minutesAfter(now, -payMinutes);

// A chair's clock --------------------------------------------------------------------------

const hourMs = 3600_000;

export interface TrustedTime {
  at: Date;
  /** The chair's own time was out of bounds. */
  distrusted: boolean;
}

/**
 * The time of an event. A chair's clock is trusted up to a day in the past, for events replayed after being offline up
 * to 31 days; beyond that the time of receipt counts. An event is never later than its receipt.
 */
export function trustedTime(at: Date, receivedAt: Date, { offline }: { offline: boolean }): TrustedTime {
  const maxAgeHours = offline ? limits.replayedEventHours : limits.eventHours;
  const tooOld = receivedAt.getTime() - at.getTime() > maxAgeHours * hourMs;
  const ahead = at.getTime() - receivedAt.getTime();
  if (tooOld || ahead > 0) return { at: receivedAt, distrusted: tooOld || ahead > limits.eventHours * hourMs };
  return { at, distrusted: false };
}
