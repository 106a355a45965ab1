import type { OrderStatus } from '@recline/contract/dictionary';
import type { ChairEvent, Command } from '@recline/contract/topics';
import type { Db } from '../../platform/db.ts';
import { publish } from '../../platform/notify.ts';
import { judgeState } from '../devices/presence.rules.ts';
import * as ledger from '../payments/ledger.ts';
import type { Commands } from './orders.commands.ts';
import * as sql from './orders.life.sql.ts';
import { coinOrder, startTime } from './orders.rules.ts';
import * as steps from './orders.steps.ts';

/** What is left to do once an event's transaction is through. */
export interface FollowUp {
  settled?: { orderId: number; status?: OrderStatus };
  command?: Command;
  refund?: boolean;
}

export interface Happening {
  deviceId: string;
  /** When it happened, as far as we trust the chair's clock. */
  at: Date;
  receivedAt: Date;
  /** The order the event speaks of, locked; undefined where there is none such on this chair. */
  order: sql.LifeRow | undefined;
}

type EventOf<T extends ChairEvent['type']> = Extract<ChairEvent, { type: T }>;
type Effect<T extends ChairEvent['type']> = (db: Db, event: EventOf<T>, happening: Happening) => Promise<FollowUp>;

/** What each event does, once. */
export function makeEffects(commands: Commands): { [T in ChairEvent['type']]: Effect<T> } {
  return {
    async started(db, _event, { order, at, receivedAt }) {
      if (!order) return {};
      const running = await steps.start(db, order, startTime(at, order.created_at, receivedAt));
      if (running) return { settled: { orderId: order.id, status: running.status } };
      return shouldStop(order) ? { command: await commands.writeStop(db, order) } : {};
    },

    async ended(db, event, { order, at, receivedAt }) {
      if (!order) return {};
      const endedAt = at > receivedAt ? receivedAt : at;
      await steps.end(db, order, endedAt, event.reason, event.ranSeconds);
      return { settled: { orderId: order.id } };
    },

    async fault(db, event, { deviceId, at }) {
      if (await isOutdated(db, deviceId, event, at)) return {};
      const { outlet_id: outletId } = await sql.setFault.one(db, deviceId, event.code);
      await publish(db, 'device', { deviceId, outletId });
      return {};
    },

    async cleared(db, event, { deviceId, at }) {
      if (await isOutdated(db, deviceId, event, at)) return {};
      const row = await sql.clearFault.maybe(db, deviceId, event.code);
      if (row) await publish(db, 'device', { deviceId, outletId: row.outlet_id });
      return {};
    },

    async coin(db, event, { deviceId, at, receivedAt }) {
      const active = await makeWay(db, deviceId, receivedAt);
      const times = coinOrder(at, event.minutes, active ? (active.started_at ?? active.created_at) : null, receivedAt);
      const { gear, minutes, amount, currency } = event;
      const row = { deviceId, gear, minutes, amount, currency, createdAt: receivedAt, ...times };
      const order = await sql.insertCoinOrder(db, row);
      await ledger.paid(db, { orderId: order.id, provider: 'coin', amount, currency, at }, event.eventId);
      await sql.linkEvent(db, deviceId, event.eventId, order.id);
      await sql.countCoins(db, deviceId, event.coins, event.totalCoins);
      await steps.announce(db, order);
      return {};
    },
  };
}

/** A replay may come after states that knew better: what a chair said later counts. */
async function isOutdated(db: Db, deviceId: string, { bootId, seq }: ChairEvent, at: Date): Promise<boolean> {
  const { boot_id, seq: lastSeq, state_at } = await sql.lockChair.one(db, deviceId);
  const last = { bootId: boot_id, seq: lastSeq, at: state_at };
  return judgeState(last, { bootId: String(bootId), seq, at }) === 'older';
}

/** The order that has the chair. One that still awaits payment gives way: the coin is in, its money is not. */
async function makeWay(db: Db, deviceId: string, now: Date): Promise<sql.LifeRow | undefined> {
  const active = await sql.lockActiveOrder.maybe(db, deviceId);
  if (active?.status !== 'pending') return active;
  await steps.cancel(db, active, 'a coin took the chair', now);
  return undefined;
}

/** A chair that runs for an order that is no more is told to stop; one that ran its time out is not. */
export function shouldStop(order: sql.LifeRow): boolean {
  if (order.status === 'failed' || order.status === 'cancelled' || order.status === 'refunded') return true;
  return (
    order.status === 'finished' && order.ended_at !== null && order.ends_at !== null && order.ended_at < order.ends_at
  );
}
