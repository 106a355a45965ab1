import { limits } from '@recline/contract/limits';
import type { Ack, ChairEvent, Command } from '@recline/contract/topics';
import type { Clock } from '../../platform/clock.ts';
import { type Db, type Pool, transaction, violatedConstraint } from '../../platform/db.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Pace } from '../../platform/pace.ts';
import type { RunningReport } from '../devices/presence.service.ts';
import { type Commands, startCommand } from './orders.commands.ts';
import { type FollowUp, makeEffects, shouldStop } from './orders.effects.ts';
import { type EndedEvent, endOverdue, makeEndings } from './orders.endings.ts';
import * as sql from './orders.life.sql.ts';
import type { Outcomes } from './orders.outcomes.ts';
import { startTime, trustedTime } from './orders.rules.ts';
import { makeStarts, type Stamp, type StartedEvent } from './orders.starts.ts';
import * as steps from './orders.steps.ts';
import { noteWord } from './orders.word.ts';

interface LifeDeps {
  pool: Pool;
  clock: Clock;
  pace: Pace;
  metrics: Metrics;
  commands: Commands;
  outcomes: Outcomes;
  /** Something is to be refunded; the sooner it is looked at the better. */
  refundSoon(): void;
}

const payWait = limits.payMinutes * 60_000;

/** An order's life after it was placed: what chairs report, what deadlines do. */
export function makeLife({ pool, clock, pace, metrics, commands, outcomes, refundSoon }: LifeDeps) {
  const effects = makeEffects(commands);
  const start = makeStarts(pool);
  const end = makeEndings(pool);
  const bornAt = clock();
  const accepted: { commandId: string; deviceId: string }[] = [];

  /** Stores an event and acts on it, in one transaction. False: no such chair. */
  async function happened(deviceId: string, event: ChairEvent): Promise<boolean> {
    const receivedAt = clock();
    const { at, distrusted } = trustedTime(new Date(event.at), receivedAt);
    const stamp = { at, receivedAt, distrusted };
    if (event.type === 'started' && (await startsAsUsual(deviceId, event, stamp))) return true;
    if (event.type === 'ended' && (await endsAsUsual(deviceId, event, stamp))) return true;
    const followUp = await storeOnce(deviceId, event, stamp);
    if (!followUp) return false;
    if (event.type === 'started' && followUp.settled !== undefined) metrics.starts.inc({ outcome: 'started' });
    follow(deviceId, followUp);
    return true;
  }

  async function startsAsUsual(deviceId: string, event: StartedEvent, stamp: Stamp): Promise<boolean> {
    const orderId = orderNumber(event.orderId);
    if (orderId === undefined) return false;
    const told = { orderId, deviceId, event, ...stamp };
    // What fails here is done once more by itself: one event that cannot be stored must not stand in the others' way.
    const store = () => start(told).catch(() => false);
    const isCertain = outcomes.isAwaited(told) && (await noteWord(pool, orderId, stamp.at).catch(() => false));
    if (!(await (isCertain ? outcomes.runs(told, store) : store()))) return false;
    metrics.starts.inc({ outcome: 'started' });
    follow(deviceId, { settled: { orderId, status: 'running' } });
    return true;
  }

  async function endsAsUsual(deviceId: string, event: EndedEvent, stamp: Stamp): Promise<boolean> {
    const orderId = orderNumber(event.orderId);
    if (orderId === undefined) return false;
    if (!(await end({ orderId, deviceId, event, ...stamp }).catch(() => false))) return false;
    follow(deviceId, { settled: { orderId } });
    return true;
  }

  /** Somebody may take the chair between a coin's look at it and the coin's order: the next look sees them. */
  async function storeOnce(deviceId: string, event: ChairEvent, stamp: Stamp): Promise<FollowUp | undefined> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await transaction(pool, (db) => storeAndAct(db, deviceId, event, stamp));
      } catch (error) {
        if (tries === 5 || violatedConstraint(error) !== 'one_active_order_a_device') throw error;
      }
    }
  }

  async function storeAndAct(db: Db, deviceId: string, event: ChairEvent, stamp: Stamp): Promise<FollowUp | undefined> {
    const { at, receivedAt, distrusted } = stamp;
    if (!(await sql.isDevice.maybe(db, deviceId))) return undefined;
    const order = 'orderId' in event ? await orderOf(db, deviceId, event.orderId) : undefined;
    const stored = await sql.insertEvent.maybe(
      db,
      deviceId,
      event.eventId,
      event.type,
      String(event.bootId),
      event.seq,
      at,
      receivedAt,
      distrusted,
      event.offline ?? false,
      order?.id ?? null,
      JSON.stringify(event),
    );
    if (!stored) return {};
    const act = effects[event.type] as (typeof effects)['coin'];
    return act(db, event as Parameters<typeof act>[1], { deviceId, at, receivedAt, order });
  }

  function follow(deviceId: string, { settled, command, refund }: FollowUp): void {
    if (settled !== undefined) {
      commands.settled(settled.orderId);
      outcomes.wake(settled.orderId, settled.status);
    }
    if (command) commands.send(deviceId, command);
    if (refund) refundSoon();
  }

  /** An accepted command is only noted, with others; a rejected start has failed. */
  async function acknowledged(deviceId: string, ack: Ack): Promise<void> {
    if (!isUuid(ack.commandId)) return; // none of ours
    if (ack.result === 'accepted') return void accepted.push({ commandId: ack.commandId, deviceId });
    const now = clock();
    const followUp = await transaction(pool, async (db): Promise<FollowUp> => {
      const order = await sql.lockOrderOfStart.maybe(db, ack.commandId, deviceId);
      await sql.ackCommand(db, ack.commandId, deviceId, ack.result, ack.reason ?? null, now);
      if (!order) return {};
      const settled = await steps.failStart(db, order, `rejected: ${ack.reason ?? 'unknown'}`, now);
      return settled ? { settled: { orderId: order.id, status: settled.status }, refund: true } : {};
    });
    if (followUp.settled?.status === 'failed') metrics.starts.inc({ outcome: 'rejected' });
    follow(deviceId, followUp);
  }

  async function noteAccepted(): Promise<void> {
    const batch = accepted.splice(0);
    if (batch.length === 0) return;
    const ids = batch.map((each) => each.commandId);
    const devices = batch.map((each) => each.deviceId);
    await sql.ackAccepted(pool, ids, devices, clock());
  }

  /** A chair's state says that it runs an order: settles a start whose event is late, stops what must not run. */
  async function reconcile(reports: RunningReport[]): Promise<void> {
    const ids = reports.map((report) => Number(report.orderId)).filter(Number.isSafeInteger);
    const orders = new Map((await sql.ordersById(pool, ids)).map((order) => [order.id, order]));
    for (const { deviceId, orderId, endsAt } of reports) {
      const order = orders.get(Number(orderId));
      if (order?.device_id !== deviceId || (order.status !== 'starting' && !shouldStop(order))) continue;
      follow(deviceId, await transaction(pool, (db) => settleByState(db, order.id, endsAt)));
    }
  }

  async function settleByState(db: Db, orderId: number, endsAt: Date | null): Promise<FollowUp> {
    const now = clock();
    const order = await sql.lockOrder.one(db, orderId);
    if (shouldStop(order)) return { command: await commands.writeStop(db, order) };
    const began = endsAt ? new Date(endsAt.getTime() - order.minutes * 60_000) : now;
    const running = await steps.start(db, order, startTime(trustedTime(began, now).at, order.created_at, now));
    return running ? { settled: { orderId: order.id, status: running.status } } : {};
  }

  /** By when a start must be reported. After a restart of ours it gets its time once more: chairs reconnect. */
  const startDeadline = (expiresAt: Date): Date =>
    new Date(Math.max(expiresAt.getTime(), bornAt.getTime() + pace.startWait));

  /** Settles whatever is past its deadline. */
  async function sweep(): Promise<void> {
    const now = clock();
    const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
    await sql.announceStarting(pool, ago(2 * pace.sweepEvery));
    await eachOf(sql.overduePayments, ago(payWait), (db, order) => steps.cancel(db, order, 'unpaid', now));
    for (const { id, device_id: deviceId } of await endOverdue(pool, now))
      follow(deviceId, { settled: { orderId: id } });
    await commands.repeatStops(pool);
    if (startDeadline(now) > now) return;
    const settled = await eachOf(sql.overdueStarts, now, (db, order) => steps.failStart(db, order, 'no answer', now));
    const failed = settled.filter(({ status }) => status === 'failed').length;
    if (failed > 0) {
      metrics.starts.inc({ outcome: 'no answer' }, failed);
      refundSoon();
    }
  }

  async function eachOf(
    overdue: typeof sql.overdueStarts,
    limit: Date,
    settle: (db: Db, order: sql.LifeRow) => Promise<sql.LifeRow | undefined>,
  ): Promise<sql.LifeRow[]> {
    const settled = await transaction(pool, async (db) => {
      const changed: (sql.LifeRow | undefined)[] = [];
      for (const order of await overdue(db, limit)) changed.push(await settle(db, order));
      return changed.filter((order) => order !== undefined);
    });
    for (const order of settled) follow(order.device_id, { settled: { orderId: order.id } });
    return settled;
  }

  /** The deadline of one start has come: settles it without waiting for the sweep. */
  async function giveUp(orderId: number): Promise<void> {
    const now = clock();
    const settled = await transaction(pool, async (db) => {
      const order = await sql.lockOrder.one(db, orderId);
      return steps.failStart(db, order, 'no answer', now);
    });
    if (!settled) return;
    if (settled.status === 'failed') metrics.starts.inc({ outcome: 'no answer' });
    follow(settled.device_id, { settled: { orderId, status: settled.status }, refund: true });
  }

  /** After a start of the server: asks the chairs of all orders that still wait for one. */
  async function recover(): Promise<void> {
    for (const { device_id: deviceId } of await sql.startingOrders(pool)) commands.query(deviceId);
  }

  function launch(order: { id: number; device_id: string }, command: Command): void {
    commands.launch(order.device_id, order.id, command);
  }

  /** Sends the start of an order once more, under its own id: a chair that has it already does nothing twice. */
  async function remind(orderId: number): Promise<void> {
    const start = await sql.startOf.maybe(pool, orderId, clock());
    if (start) commands.send(start.device_id, startCommand(start.command_id, start, start.expires_at));
  }

  return {
    happened,
    acknowledged,
    noteAccepted,
    reconcile,
    sweep,
    giveUp,
    startDeadline,
    recover,
    launch,
    remind,
    follow,
  };
}

export type Life = ReturnType<typeof makeLife>;

const orderNumber = (text: string): number | undefined => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);

/** The order an event speaks of, locked. A chair knows a coin's order by the coin's own event. */
async function orderOf(db: Db, deviceId: string, orderId: string): Promise<sql.LifeRow | undefined> {
  const id = orderNumber(orderId) ?? (await sql.orderOfCoin.maybe(db, deviceId, orderId))?.order_id;
  const order = id ? await sql.lockOrder.maybe(db, id) : undefined;
  return order?.device_id === deviceId ? order : undefined;
}
