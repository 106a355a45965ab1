import type { OrderStatus } from '@recline/contract/dictionary';
import { limits } from '@recline/contract/limits';
import { type FaultRefund, type StopRefund, unusedShare } from '@recline/contract/stop-refund';
import { type Ending, holdingStatuses, isIn } from '@recline/contract/values';
import { earlier, hoursAfter, later, minutesAfter, secondsAfter } from '../../../platform/instants.ts';
import type { OrderState } from './order-state.ts';

/** How orders end, and what their end refunds. */

/** The reason while the chair has not reported how the order ended. */
const assumedEnd = 'time is over';

/** The recorded reasons that people see as distinct; chairs send their own names for some. */
const endingByReason: Record<string, Ending> = {
  time: 'time',
  [assumedEnd]: 'time',
  stopped: 'stopped',
  fault: 'fault',
  power: 'fault',
  taken: 'taken',
};

/** How an order ended, as its guest sees it. An unknown reason is `other`. */
export const endingOf = (reason: string | null): Ending =>
  reason !== null && Object.hasOwn(endingByReason, reason) ? (endingByReason[reason] ?? 'other') : 'other';

// Ends --------------------------------------------------------------------------------------

/** A chair's report of an end. */
interface ReportedEnd {
  at: Date;
  receivedAt: Date;
  reason: string;
  ranSeconds: number;
  /** The amount owed if the chair broke down. */
  faultRefund: FaultRefund;
}

/**
 * Ends a stopped order at once, whatever its chair does. At most the unused share at this moment is owed; counter
 * payments are settled there.
 */
export function stopped(
  order: OrderState,
  status: OrderStatus,
  { at, refund }: { at: Date; refund: StopRefund },
): OrderState {
  const ended_at = later(at, order.started_at ?? order.created_at);
  const owed_amount = order.type === 'online' ? shareAt(order, refund, ended_at) : 0;
  return { ...order, status, ended_at, end_reason: 'stopped', stop: 'asked', owed_amount };
}

/** Ends an order by the chair's report, or corrects one that is over already. */
export const ended = (order: OrderState, status: OrderStatus, end: ReportedEnd): OrderState | undefined =>
  isIn(holdingStatuses, order.status) ? endedByChair({ ...order, status }, end) : corrected(order, end);

/** Ends an order whose time is over and whose chair has not reported the end. */
export function expired(order: OrderState, status: OrderStatus): OrderState | undefined {
  if (order.status === 'running') return { ...order, status, ended_at: order.ends_at, end_reason: assumedEnd };
  return order.stop === 'asked' ? { ...order, stop: 'unanswered' } : undefined;
}

const isUnsettled = ({ stop }: Pick<OrderState, 'stop'>): boolean => stop === 'asked' || stop === 'unanswered';

type Owing = Pick<OrderState, 'type' | 'stop' | 'owed_amount' | 'refunded_amount'>;

/** An online payment is refunded automatically once the chair has reported how the order ended. */
const isRefundedAutomatically = ({ type, stop }: Owing): boolean => type === 'online' && !isUnsettled({ stop });

const notReturned = ({ owed_amount, refunded_amount }: Owing): number => Math.max(0, owed_amount - refunded_amount);

/** The automatic refund that is due now. */
export const dueBack = (order: Owing): number => (isRefundedAutomatically(order) ? notReturned(order) : 0);

/** What is still open: the chair's answer to a stop, or cash to return at the counter. */
export const stillOwed = (order: Owing): number => (isRefundedAutomatically(order) ? 0 : notReturned(order));

/** An order that ends without a reported start did run, for as long as its chair says. */
function endedByChair(order: OrderState, end: ReportedEnd): OrderState {
  const startedAt = order.started_at ?? later(secondsAfter(end.at, -end.ranSeconds), order.created_at);
  const ran = { ...order, started_at: startedAt, ends_at: minutesAfter(startedAt, order.minutes) };
  const reportedEnd = later(end.at, startedAt);
  // After a power cut the end is reported when the power is back.
  const ended_at = isFault(end) ? earlier(reportedEnd, ranUntil(ran, end)) : reportedEnd;
  return { ...ran, ended_at, end_reason: end.reason, owed_amount: owedForFault(ran, end) };
}

/**
 * Corrects an order that is over by the chair's own report: how long a stopped one ran, or that the chair had broken
 * down first. A report that comes later than a chair may replay its events corrects nothing.
 */
function corrected(order: OrderState, end: ReportedEnd): OrderState | undefined {
  const isStopped = isUnsettled(order);
  if (!isStopped && order.end_reason !== assumedEnd) return undefined;
  if (end.receivedAt > hoursAfter(order.ends_at ?? order.created_at, limits.replayedEventHours)) return undefined;
  const ranUntilThen = ranUntil(order, end);
  const brokeOff = isFault(end) && order.ended_at !== null && ranUntilThen < order.ended_at;
  if (!isStopped && !brokeOff) return undefined;
  const owedForStop = Math.min(order.owed_amount, unusedAfter(order, end));
  return {
    ...order,
    ...(isStopped && { stop: 'confirmed' as const }),
    ...(brokeOff && { end_reason: end.reason, ended_at: ranUntilThen }),
    owed_amount: Math.max(owedForStop, brokeOff ? owedForFault(order, end) : 0),
  };
}

// Shares ------------------------------------------------------------------------------------

const isFault = ({ reason }: ReportedEnd): boolean => endingOf(reason) === 'fault';

const owedForFault = (order: OrderState, end: ReportedEnd): number =>
  isFault(end) ? shareAt(order, end.faultRefund, ranUntil(order, end)) : 0;

const unusedAfter = (order: OrderState, end: ReportedEnd): number => shareAt(order, 'unused', ranUntil(order, end));

const ranUntil = ({ started_at, created_at }: OrderState, { ranSeconds }: ReportedEnd): Date =>
  secondsAfter(started_at ?? created_at, ranSeconds);

function shareAt({ started_at, ends_at, amount }: OrderState, rule: FaultRefund, at: Date): number {
  if (rule === 'none' || started_at === null || ends_at === null) return 0;
  if (rule === 'whole') return amount;
  return unusedShare({ startedAt: started_at.getTime(), endsAt: ends_at.getTime(), amount }, at.getTime());
}
