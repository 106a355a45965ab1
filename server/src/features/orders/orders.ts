import { makeAdmission } from '../../platform/admission.ts';
import { batch } from '../../platform/batch.ts';
import { makeFairQueue } from '../../platform/fair-queue.ts';
import { every } from '../../platform/schedule.ts';
import { makeTurns } from '../../platform/turns.ts';
import type { RunningReport } from '../devices/index.ts';
import type { EventReport } from './chair/chair.sql.ts';
import { handleEvents, makeAnswers } from './chair/chair-events.ts';
import { queryCommand } from './chair/commands.ts';
import { makePendingStarts } from './chair/pending-starts.ts';
import { reconcileRunning } from './chair/running-reports.ts';
import type { OrderSurroundings, Orders } from './environment.ts';
import { chairsToQuery, giveUpStart, sweep } from './lifecycle/deadlines.ts';
import type { Effects } from './lifecycle/lifecycle.service.ts';
import { placing } from './placing/limits.ts';

/** A start takes milliseconds, and so does handling a message. With more than this a start may miss its deadline. */
const maxPlacingMs = 3_000;
const maxLagMs = 3_000;

/** The environment of the orders, and its parts: handling of chairs' messages, and of deadlines. */
export function makeOrders(given: OrderSurroundings) {
  const { log, metrics, clock, timing, send, lagMs } = given;
  const pendingStarts = makePendingStarts({ ...given, giveUp: (orderId) => giveUpStart(orders, orderId) });
  const effects: Effects = {
    send(command) {
      if (command.command.type === 'start') pendingStarts.launch(command);
      else send(command.deviceId, command.command);
    },
    wake: ({ id, status }) => pendingStarts.wake(id, status),
    count: (outcome) => metrics.starts.inc({ outcome: outcome === 'no answer' ? 'no_answer' : outcome }),
    sendRefunds: () => given.payments.refundSoon(),
  };
  // Overload is refused before an order exists, so that it never fails an accepted start.
  const admit = makeAdmission({
    maxWaitMs: maxPlacingMs,
    overloaded: () => lagMs() > maxLagMs,
    onRefused: () => metrics.starts.inc({ outcome: 'refused' }),
  });
  const orders: Orders = {
    ...given,
    startedAt: clock(),
    pendingStarts,
    effects,
    admit,
    takePlacingTurn: makeFairQueue(placing),
    takeTurn: makeTurns(timing.payingPace),
  };
  const happened = batch<EventReport, boolean>({ name: 'events', log, metrics }, (reports) =>
    handleEvents(orders, reports),
  );
  const answers = makeAnswers(orders);
  const query = (deviceId: string): void => send(deviceId, queryCommand(clock(), timing.startWaitMs));
  const timers: (() => Promise<void>)[] = [];
  let lastLook = clock();

  return {
    orders,
    /** Handlers of chairs' messages. */
    acknowledged: answers.acknowledged,
    /** Stores an event and acts on it. Returns false if there is no such chair. */
    happened,
    runningReported: (reports: RunningReport[]): Promise<void> => reconcileRunning(orders, reports),
    queryChair: query,
    async start(): Promise<void> {
      const look = async () => {
        const now = clock();
        await sweep(orders, lastLook);
        lastLook = now;
      };
      timers.push(every(timing.sweepEveryMs, look, log), every(timing.flushEveryMs, answers.flush, log));
      for (const deviceId of await chairsToQuery(orders.pool)) query(deviceId);
    },
    async stop(): Promise<void> {
      await Promise.all(timers.map((stop) => stop()));
      pendingStarts.stop();
      await answers.flush();
    },
  };
}
