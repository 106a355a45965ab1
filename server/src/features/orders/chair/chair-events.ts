import type { Ack } from '@recline/contract/topics';
import { isUuid } from '../../../platform/ids.ts';
import { recordFault } from '../../devices/index.ts';
import type { Orders } from '../environment.ts';
import { mustStop, type OrderState, trustedTime } from '../lifecycle/lifecycle.rules.ts';
import { change, type OrderStore, type OrderTx, orderTransaction } from '../lifecycle/lifecycle.service.ts';
import { lockOrder } from '../lifecycle/lifecycle.sql.ts';
import { type EventReport, lockGroup, orderOfStart, storeEvent } from './chair.sql.ts';
import { type MarkedCoin, placeCoin, reportMarked } from './coins.ts';
import { type AckReport, recordAcks, stopAgain } from './commands.ts';

/** Stores events and acts on them, in one transaction. The result for an event is false if there is no such chair. */
export async function handleEvents(orders: EventStore, reports: readonly EventReport[]): Promise<boolean[]> {
  const marked: MarkedCoin[] = [];
  const known = await orderTransaction(orders, async (tx) => {
    const group = reports.length > 1 ? await lockGroup(tx.db, reports) : reports;
    const stored = new Set<EventReport>();
    for (const report of group) if (await applyEvent(tx, report, marked)) stored.add(report);
    return reports.map((report) => stored.has(report));
  });
  for (const coin of marked) reportMarked(orders, coin);
  return known;
}

export type EventStore = OrderStore & Pick<Orders, 'log' | 'metrics'>;

/** Returns false if there is no such chair. An event that was stored before changes nothing. */
async function applyEvent(tx: OrderTx, report: EventReport, marked: MarkedCoin[]): Promise<boolean> {
  const { deviceId, event, receivedAt } = report;
  const time = trustedTime(new Date(event.at), receivedAt, { offline: event.offline ?? false });
  const stored = await storeEvent(tx.db, report, time);
  if (!stored?.is_new) return stored !== undefined;
  const order = stored.id === null ? undefined : stored;
  const chair = { deviceId, outletId: stored.chair_outlet };
  if (event.type === 'coin') await placeCoin(tx, chair, { event, at: time.at, receivedAt }, marked);
  else if (event.type === 'started') await started(tx, order, time.at);
  else if (event.type !== 'ended') await recordFault(tx.db, chair, event, receivedAt);
  else if (order) {
    const { reason, ranSeconds } = event;
    await change(tx, order, { step: 'end', at: time.at, receivedAt, reason, ranSeconds });
  }
  return true;
}

/** A chair that reports the start of an order that is over is sent a stop. */
export async function started(tx: OrderTx, order: OrderState | undefined, at: Date): Promise<void> {
  if (!order || (await change(tx, order, { step: 'start', at }))) return;
  if (mustStop(order)) tx.commands.push(...(await stopAgain(tx, order)));
}

// Answers to commands ------------------------------------------------------------------------

/** More are dropped while the database is down: nothing depends on an acceptance. */
const maxBuffered = 10_000;

/** The chairs' answers to commands. Acceptances are buffered and written together; a rejected start fails its order. */
export function makeAnswers(orders: OrderStore) {
  let accepted: AckReport[] = [];
  return {
    async acknowledged(deviceId: string, ack: Ack): Promise<void> {
      if (!isUuid(ack.commandId)) return; // not a command of ours
      const report = { deviceId, ack, receivedAt: orders.clock() };
      if (ack.result === 'rejected') return reject(orders, report);
      if (accepted.length < maxBuffered) accepted.push(report);
    },
    /** Writes the buffer; on an error it is kept for the next flush. */
    async flush(): Promise<void> {
      const batch = accepted;
      accepted = [];
      try {
        await recordAcks(orders.pool, batch);
      } catch (error) {
        accepted = [...batch, ...accepted].slice(0, maxBuffered);
        throw error;
      }
    },
  };
}

function reject(orders: OrderStore, report: AckReport): Promise<void> {
  const { deviceId, ack, receivedAt: at } = report;
  return orderTransaction(orders, async (tx) => {
    const start = await orderOfStart.maybe(tx.db, ack.commandId, deviceId);
    // Lock order: an order before its command, everywhere.
    const order = start && (await lockOrder(tx.db, start.order_id));
    if (order) await change(tx, order, { step: 'fail', at, reason: `rejected: ${ack.reason ?? 'unknown'}` });
    await recordAcks(tx.db, [report]);
  });
}
