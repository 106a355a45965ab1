import type { Order } from '@recline/contract/orders';
import { remainingMs } from './remaining-time.ts';

/** An order as its guest experiences it: its status, refined by payment and by how it ended. */
export type Stage =
  | 'pending'
  | 'confirming'
  | 'starting'
  | 'running'
  | 'finished'
  | 'stopped'
  | 'fault'
  | 'failed'
  | 'refunded'
  | 'taken'
  | 'late'
  | 'cancelled';

export type StagedOrder = Pick<
  Order,
  'status' | 'payment' | 'ending' | 'endsAt' | 'endedAt' | 'minutes' | 'refundedAmount'
>;

/** How long 00:00 is shown before the order is done. */
const lingerMs = 1500;

/** How much too early an end may be because of network latency and clocks. */
const earlyToleranceMs = 2000;

/** The stage at a moment of the server's clock. An order whose time is over is done, even before the server says so. */
export function stageAt(order: StagedOrder, serverNow: number): Stage {
  if (order.status === 'pending') return order.payment === 'confirming' ? 'confirming' : 'pending';
  if (order.status === 'running') return isTimeShown(order, serverNow) ? 'running' : 'finished';
  if (order.status === 'finished') return finishedStage(order, serverNow);
  if (order.status === 'cancelled') return cancelledStage(order);
  // If a chair breaks down at once, all is refunded, and the guest wants to know why.
  if (order.status === 'refunded' && order.ending === 'fault') return 'fault';
  return order.status;
}

/** Until the time is over, and for a moment longer at 00:00. */
const isTimeShown = (order: StagedOrder, serverNow: number): boolean =>
  remainingMs(order, serverNow) > 0 || serverNow < Date.parse(order.endsAt ?? '') + lingerMs;

function finishedStage(order: StagedOrder, serverNow: number): Stage {
  if (order.ending === 'stopped' || order.ending === 'fault') return order.ending;
  if (endedEarly(order)) return order.ending === 'time' ? 'finished' : 'stopped';
  const isJustOver = remainingMs(order, serverNow) <= earlyToleranceMs && isTimeShown(order, serverNow);
  return isJustOver ? 'running' : 'finished';
}

const endedEarly = ({ endsAt, endedAt }: StagedOrder): boolean =>
  endsAt !== null && endedAt !== null && Date.parse(endsAt) - Date.parse(endedAt) > earlyToleranceMs;

/** A payment for a cancelled order was refunded: another guest was first, or the time to pay was over. */
function cancelledStage({ ending, refundedAmount }: StagedOrder): Stage {
  if (ending === 'taken') return 'taken';
  return refundedAmount > 0 ? 'late' : 'cancelled';
}

const openStages: readonly Stage[] = ['pending', 'confirming', 'starting', 'running'];

/** Whether the order will still change. */
export const isOpen = (stage: Stage): boolean => openStages.includes(stage);

/** The order's status at this stage. */
export const statusIn = (stage: Stage, { status }: Pick<Order, 'status'>): Order['status'] =>
  stage === 'finished' || stage === 'running' ? stage : status;
