import type { StopRefund } from '@recline/contract/stop-refund';
import { makeAdmission } from '../../platform/admission.ts';
import { batch } from '../../platform/batch.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Pool, transaction } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Listener } from '../../platform/notify.ts';
import { every } from '../../platform/schedule.ts';
import type { RunningReport } from '../devices/index.ts';
import type { Payments } from '../payments/index.ts';
import { makeAcks } from './acks.ts';
import { type EventReport, handleEvents } from './chair-events.ts';
import { queryCommand, type SendCommand } from './commands.ts';
import { chairsToQuery, type DeadlineDeps, giveUpStart, sweep } from './deadlines.ts';
import { type Applied, type TransitionRequest, transition } from './lifecycle.ts';
import { makePaymentHooks } from './payment-hooks.ts';
import { makePendingStarts } from './pending-starts.ts';
import { type ActivateDeps, type PlacingRequest, placeWithRetry } from './placing.ts';
import { reconcileRunning } from './running-reports.ts';

export interface OrderTiming {
  /** How long a chair has to report its start. */
  startWaitMs: number;
  /** When a start command is sent again meanwhile. */
  resendAfterMs: readonly number[];
  /** How often overdue orders are looked for, and acknowledgements written. */
  sweepEveryMs: number;
  flushEveryMs: number;
}

interface OrdersDeps {
  /** For what chairs report and what is due: never waits behind what people look at. */
  chairPool: Pool;
  /** For people's calls. */
  requestPool: Pool;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  listener: Listener;
  timing: OrderTiming;
  /** How long an order waits for its payment. */
  payMinutes: number;
  /** What a guest who stops early gets back. */
  stopRefund: StopRefund;
  payments: Payments;
  send: SendCommand;
  connected(): boolean;
  readUntil(): Promise<Date>;
  /** How far the handling of messages of chairs is behind. */
  lagMs(): number;
}

/** Placing an order takes milliseconds, and so does handling a message. With more than this a start may miss its deadline. */
const maxPlacingMs = 3_000;
const maxLagMs = 3_000;

/** The orders' moving parts: what requests, chairs, payments and deadlines do to orders. */
export function makeOrders(deps: OrdersDeps) {
  const { chairPool, requestPool, clock, log, metrics, listener, timing, payMinutes, payments, send } = deps;
  const { connected, readUntil, lagMs } = deps;
  const onFallback = (name: string) => metrics.batchFallbacks.inc({ batch: name });
  const inBackground = { pool: chairPool, clock, log, metrics, timing, followUp };

  /** What a commit leaves to do: commands go out, whoever waits is told, refunds are sent. */
  function followUp({ changed, commands, refundsDue }: Applied): void {
    for (const command of commands) {
      if (command.command.type === 'start') pendingStarts.launch(command);
      else send(command.deviceId, command.command);
    }
    for (const { id, status } of changed) pendingStarts.settle(id, status);
    if (refundsDue) payments.refundSoon();
  }

  const apply = batch<TransitionRequest, Applied>({ name: 'transitions', log, onFallback }, async (requests) => {
    const context = { now: clock(), startWaitMs: timing.startWaitMs };
    const applied = await transaction(chairPool, (db) => transition(db, context, requests));
    followUp(applied);
    return requests.map(({ orderId }) => ({ ...applied, changed: applied.changed.filter(({ id }) => id === orderId) }));
  });

  const deadlines: DeadlineDeps = { ...inBackground, payMinutes, send, apply, readUntil, startedAt: clock() };
  const pendingStarts = makePendingStarts({
    pool: chairPool,
    clock,
    log,
    listener,
    timing,
    send,
    giveUp: (orderId) => giveUpStart(deadlines, orderId),
  });
  const acks = makeAcks(inBackground);
  const eventBatch = (name: string) =>
    batch<EventReport, boolean>({ name, log, onFallback }, (reports) => handleEvents(inBackground, reports));
  const handleEvent = eventBatch('events');
  const handleCoin = eventBatch('coins'); // several statements each: nobody's start waits behind them
  const placing = { pool: chairPool, clock, timing, payMinutes, payments, connected, followUp };
  const placeOrder = batch({ name: 'placing', log, onFallback }, placeWithRetry(placing));
  // An order that was accepted runs: overload is refused before an order exists, and never becomes a failed start.
  const admit = makeAdmission({
    maxWaitMs: maxPlacingMs,
    overloaded: () => lagMs() > maxLagMs,
    onRefused: () => metrics.starts.inc({ outcome: 'refused' }),
  });
  const activation: ActivateDeps = {
    ...placing,
    pendingStarts,
    placeOrder: (request: PlacingRequest) => admit(() => placeOrder(request)),
    async cancelUnpaid(orderId, reason) {
      await apply({ orderId, step: 'cancel', at: clock(), reason });
    },
  };
  const timers: (() => Promise<void>)[] = [];

  return {
    activation,
    /** For reading and changing one order on behalf of a person. */
    service: { pool: requestPool, clock, timing, stopRefund: deps.stopRefund, payments, followUp },
    paymentHooks: makePaymentHooks({ clock, timing, followUp }),
    /** What chairs say. */
    acknowledged: acks.acknowledged,
    /** Stores an event and acts on it. False: no such chair. */
    happened: (report: EventReport): Promise<boolean> =>
      report.event.type === 'coin' ? handleCoin(report) : handleEvent(report),
    runningReported: (reports: RunningReport[]): Promise<void> => reconcileRunning(inBackground, reports),
    queryChair: (deviceId: string): void => send(deviceId, queryCommand(clock(), timing.startWaitMs)),
    async start(): Promise<void> {
      timers.push(
        every(timing.sweepEveryMs, () => sweep(deadlines), log),
        every(timing.flushEveryMs, acks.flush, log),
      );
      for (const deviceId of await chairsToQuery(chairPool)) send(deviceId, queryCommand(clock(), timing.startWaitMs));
    },
    async stop(): Promise<void> {
      await Promise.all(timers.map((stop) => stop()));
      pendingStarts.stop();
      await acks.flush();
    },
  };
}

export type Orders = ReturnType<typeof makeOrders>;
