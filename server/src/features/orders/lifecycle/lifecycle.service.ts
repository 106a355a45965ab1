import { limits } from '@recline/contract/limits';
import type { FaultRefund } from '@recline/contract/stop-refund';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, type Pool, transaction } from '../../../platform/db.ts';
import { type CounterCoupon, issueAtCounter, voidIssuedAtCounter } from '../../coupons/index.ts';
import { closeAttempts, isPaid, recordCash, requestRefunds } from '../../payments/index.ts';
import { type AddressedCommand, writeCommand } from '../chair/commands.ts';
import { dueBack, endingOf } from './ending.rules.ts';
import {
  decide,
  type OrderState,
  type StartOutcome,
  startOutcome,
  stopsChair,
  type Transition,
} from './lifecycle.rules.ts';
import * as sql from './lifecycle.sql.ts';

/** Actions after a commit; nobody waits for them. If this process dies, the sweep finds the work in the database. */
export interface Effects {
  send(command: AddressedCommand): void;
  /** Answers the requests that wait for this order with its status. */
  wake(order: OrderState): void;
  count(outcome: StartOutcome): void;
  sendRefunds(): void;
}

export interface OrderStore {
  pool: Pool;
  clock: Clock;
  /** How long a chair has to report its start. */
  timing: { startWaitMs: number };
  /** The refund rule for an order that a chair's fault ends early. */
  faultRefund: FaultRefund;
  effects: Effects;
}

const nothing = () => {};

/** For programs besides the servers, whose work after a commit is found by the servers' next sweep. */
export const withoutServer = ({
  pool,
  clock,
  faultRefund = 'unused',
}: Pick<OrderStore, 'pool' | 'clock'> & Partial<Pick<OrderStore, 'faultRefund'>>): OrderStore => ({
  pool,
  clock,
  faultRefund,
  timing: { startWaitMs: limits.startSeconds * 1000 },
  effects: { send: nothing, wake: nothing, count: nothing, sendRefunds: nothing },
});

/** Runs one transaction, then the actions after its commit. */
export interface OrderTx {
  db: Db;
  now: Date;
  startWaitMs: number;
  faultRefund: FaultRefund;
  changed: OrderState[];
  commands: AddressedCommand[];
  outcomes: StartOutcome[];
  refundsDue: boolean;
}

/** Orders change only in here. `work` may handle any number of them, one after the other, in the order of their ids. */
export async function orderTransaction<T>(store: OrderStore, work: (tx: OrderTx) => Promise<T>): Promise<T> {
  const { result, tx } = await transaction(store.pool, async (db) => {
    const tx = joinTransaction(store, db);
    return { result: await work(tx), tx };
  });
  committed(store, tx);
  return result;
}

/** For a transaction that changes more than orders. Call `committed` after its commit. */
export const joinTransaction = ({ clock, timing, faultRefund }: Omit<OrderStore, 'pool'>, db: Db): OrderTx => ({
  db,
  now: clock(),
  startWaitMs: timing.startWaitMs,
  faultRefund,
  changed: [],
  commands: [],
  outcomes: [],
  refundsDue: false,
});

export function committed({ effects }: Pick<OrderStore, 'effects'>, tx: OrderTx): void {
  for (const command of tx.commands) effects.send(command);
  for (const order of tx.changed) effects.wake(order);
  for (const outcome of tx.outcomes) effects.count(outcome);
  if (tx.refundsDue) effects.sendRefunds();
}

// Changes -----------------------------------------------------------------------------------

/** A transition as callers pass it; `change` adds whether a failed order was paid, and the refund rule for faults. */
type Asked<T> = T extends { step: 'fail' | 'end' } ? Omit<T, 'paid' | 'faultRefund'> : T;

export type Step = Asked<Transition> & {
  /** For a refund: who requested it, and the id of the request. */
  requestedBy?: string;
  requestId?: string | null;
  /** For a refund made in the provider's portal: its number there. */
  madeAtProvider?: string;
};

/**
 * The only writer of an order's status, with all that must commit with it. The caller has locked the order. Undefined,
 * with nothing changed, if its status does not allow the transition.
 */
export async function change(tx: OrderTx, before: OrderState, step: Step): Promise<OrderState | undefined> {
  const after = decide(before, await withFacts(tx, before, step));
  if (!after) return undefined;
  await sql.saveOrder(tx.db, after);
  await moveMoney(tx, before, after, step);
  if (step.step === 'pay') tx.commands.push(await writeCommand(tx, after, 'start'));
  if (stopsChair(before, after)) tx.commands.push(await writeCommand(tx, after, 'stop'));
  const outcome = startOutcome(before, after);
  if (outcome) tx.outcomes.push(outcome);
  tx.changed.push(after);
  return step.step === 'end' ? giveBack(tx, after) : after;
}

async function withFacts(tx: OrderTx, { id }: OrderState, step: Step): Promise<Transition> {
  if (step.step === 'fail') return { ...step, paid: await isPaid(tx.db, id) };
  return step.step === 'end' ? { ...step, faultRefund: tx.faultRefund } : step;
}

/** If an order ends owing part of an online payment, the refund is requested with it. */
async function giveBack(tx: OrderTx, order: OrderState): Promise<OrderState> {
  const amount = dueBack(order);
  if (amount === 0) return order;
  const reason = endingOf(order.end_reason) === 'fault' ? 'chair broke down' : 'stopped early';
  return (await change(tx, order, { step: 'refund', at: tx.now, reason, amount })) ?? order;
}

/** Requests the refund, closes payments that are no longer awaited, voids a coupon whose cash is returned. */
async function moveMoney(tx: OrderTx, before: OrderState, after: OrderState, step: Step): Promise<void> {
  const owed = after.refunded_amount - before.refunded_amount;
  if (owed > 0) await requestRefund(tx, after, owed, step);
  if (before.status === 'pending') await closeAttempts(tx.db, after.id, tx.now);
  if (step.step === 'fail' && after.cash_coupon_no !== null)
    await voidIssuedAtCounter(tx.db, after.cash_coupon_no, tx.now);
}

async function requestRefund(tx: OrderTx, { id: orderId, currency }: OrderState, amount: number, step: Step) {
  const { requestedBy = 'system', requestId = null, madeAtProvider } = step;
  const reason = 'reason' in step ? step.reason : '';
  const made = madeAtProvider === undefined ? {} : { madeAtProvider };
  await requestRefunds(tx.db, [{ orderId, amount, currency, reason, requestedBy, requestId, ...made }], tx.now);
  tx.refundsDue = true;
}

// Placing -----------------------------------------------------------------------------------

export interface OrderToPlace {
  order: sql.NewOrder;
  /** Cash taken for it: recorded in the ledger under this reference. */
  cash?: { provider: 'cash' | 'coin'; ref: string };
  /** The cash coupon that is issued with it, and redeemed by it. */
  issued?: CounterCoupon;
}

/**
 * Inserts an order with all that must commit with it. Undefined, and nothing written: its chair, coupon, request or
 * unpaid slot was taken meanwhile.
 */
export async function place(tx: OrderTx, { order, cash, issued }: OrderToPlace): Promise<OrderState | undefined> {
  const placed = await sql.insertOrder(tx.db, order);
  if (!placed) return undefined;
  const { id: orderId, amount, currency, started_at } = placed;
  if (issued) await issueAtCounter(tx.db, issued);
  if (cash) await recordCash(tx.db, { ...cash, orderId, amount, currency, at: started_at ?? tx.now });
  if (placed.status === 'starting') tx.commands.push(await writeCommand(tx, placed, 'start'));
  tx.changed.push(placed);
  return placed;
}
