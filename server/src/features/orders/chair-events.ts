import type { ChairEvent } from '@recline/contract/topics';
import { type Db, type Pool, transaction } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { countCoins, recordFault } from '../devices/index.ts';
import * as sql from './chair-events.sql.ts';
import { type CoinSuspicion, coinSuspicion, coinTimes } from './coins.rules.ts';
import { writeStops } from './commands.ts';
import { endTime, mustStop, type OrderState, type TrustedTime, trustedTime } from './lifecycle.rules.ts';
import {
  type Applied,
  combine,
  type LifecycleContext,
  nothingApplied,
  place,
  type TransitionRequest,
  transition,
} from './lifecycle.ts';

export interface EventReport {
  deviceId: string;
  event: ChairEvent;
  receivedAt: Date;
}

interface ChairEventDeps {
  pool: Pool;
  log: Log;
  metrics: Metrics;
  timing: { startWaitMs: number };
  followUp(applied: Applied): void;
}

/** An event that was not stored before, with its chair, its time, and the order that it names, locked. */
interface Fresh extends EventReport, TrustedTime {
  outletId: number;
  order: OrderState | null;
}

/** A concurrent start took the chair: the transaction is retried, and then sees that order. */
class ChairTaken extends Error {}
const maxTries = 5;

/** Stores events and acts on them, in one transaction. False, in an event's position: there is no such chair. */
export async function handleEvents(deps: ChairEventDeps, reports: readonly EventReport[]): Promise<boolean[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      const { known, applied, started, marked } = await transaction(deps.pool, (db) => storeAndAct(db, deps, reports));
      deps.metrics.starts.inc({ outcome: 'started' }, started);
      for (const coin of marked) reportMarked(deps, coin);
      deps.followUp(applied);
      return known;
    } catch (error) {
      if (!(error instanceof ChairTaken) || tries === maxTries) throw error;
    }
  }
}

async function storeAndAct(db: Db, { timing }: ChairEventDeps, reports: readonly EventReport[]) {
  const { known, fresh } = await store(db, reports);
  const context: LifecycleContext = { now: latestReceipt(reports), startWaitMs: timing.startWaitMs };
  const locked = fresh.flatMap(({ order }) => order ?? []);
  const moved = await transition(db, context, fresh.flatMap(transitionOf), locked);
  const stopped = await stopUnwanted(db, context, fresh, moved);
  const { marked, ...coins } = await placeCoins(db, context, fresh);
  for (const { deviceId, outletId, event, receivedAt } of fresh) {
    if (event.type !== 'fault' && event.type !== 'cleared') continue;
    await recordFault(db, { deviceId, outletId }, event, receivedAt);
  }
  const started = moved.changed.filter(({ status }) => status === 'running').length;
  return { known, started, marked, applied: [moved, stopped, coins].reduce(combine, nothingApplied) };
}

const latestReceipt = (reports: readonly EventReport[]): Date =>
  new Date(Math.max(...reports.map(({ receivedAt }) => receivedAt.getTime())));

/** Stores the events. `known` says, in the order of the reports, whether there is such a chair. */
async function store(db: Db, reports: readonly EventReport[]): Promise<{ known: boolean[]; fresh: Fresh[] }> {
  const timed = reports.map((report) => ({ ...report, ...timeOf(report) })).sort(byOrder);
  const rows = await sql.storeEvents(db, JSON.stringify(timed.map(toRow)));
  const stored = new Map(rows.map((row) => [`${row.event_device} ${row.event_id}`, row]));
  const fresh = timed.flatMap((report) => {
    const row = stored.get(keyOf(report));
    if (!row?.is_new) return [];
    row.is_new = false; // the same event twice in one batch acts once
    return [{ ...report, outletId: row.event_outlet, order: row.id === null ? null : row }];
  });
  return { known: reports.map((report) => stored.has(keyOf(report))), fresh };
}

const timeOf = ({ event, receivedAt }: EventReport): TrustedTime =>
  trustedTime(new Date(event.at), receivedAt, { offline: event.offline ?? false });

const keyOf = ({ deviceId, event }: EventReport): string => `${deviceId} ${event.eventId}`;

/** Orders are locked by ascending id, as everywhere, so that two transactions do not deadlock. */
const byOrder = (one: EventReport, other: EventReport): number =>
  orderIdOf(one) - orderIdOf(other) || (keyOf(one) < keyOf(other) ? -1 : 1);
const orderIdOf = ({ event }: EventReport): number => ('orderId' in event && Number(event.orderId)) || 0;

const toRow = ({ deviceId, event, at, receivedAt, distrusted }: EventReport & TrustedTime): sql.NewEvent => ({
  device_id: deviceId,
  event_id: event.eventId,
  type: event.type,
  boot_id: String(event.bootId),
  seq: event.seq,
  at,
  received_at: receivedAt,
  clock_distrusted: distrusted,
  offline: event.offline ?? false,
  payload: event,
});

function transitionOf({ event, order, at }: Fresh): TransitionRequest[] {
  if (!order) return [];
  const orderId = order.id;
  if (event.type === 'started') return [{ orderId, step: 'start', at }];
  if (event.type === 'ended') return [{ orderId, step: 'end', at, reason: event.reason, ranSeconds: event.ranSeconds }];
  return [];
}

/** A chair that reports the start of an order that is over is told to stop. */
async function stopUnwanted(
  db: Db,
  { now }: LifecycleContext,
  fresh: readonly Fresh[],
  { changed }: Applied,
): Promise<Applied> {
  const moved = new Set(changed.map(({ id }) => id));
  const started = fresh.flatMap(({ event, order }) => (event.type === 'started' && order ? [order] : []));
  const unwanted = started.filter((order) => !moved.has(order.id) && mustStop(order));
  return { ...nothingApplied, commands: await writeStops(db, unwanted, now) };
}

/** Each coin is an order of its own, whatever else the chair does: money is never dropped. */
async function placeCoins(
  db: Db,
  context: LifecycleContext,
  fresh: readonly Fresh[],
): Promise<Applied & { marked: MarkedCoin[] }> {
  let applied = nothingApplied;
  const marked: MarkedCoin[] = [];
  for (const { deviceId, outletId, event, at, receivedAt } of fresh) {
    if (event.type !== 'coin') continue;
    const { eventId, gear, minutes, amount, currency } = event;
    const use = await sql.chairUse.one(db, deviceId, at, endTime(at, minutes));
    const order = {
      ...coinBase,
      ...coinTimes(at, minutes, use, receivedAt),
      device_id: deviceId,
      outlet_id: outletId,
      gear,
      minutes,
      list_amount: amount,
      amount,
      currency,
      created_at: receivedAt,
    };
    const { placed, ...made } = await place(db, context, [{ order, cash: { provider: 'coin', ref: eventId } }]);
    if (!placed[0]) throw new ChairTaken();
    const suspicion = coinSuspicion(event, await sql.coinTerms.one(db, deviceId));
    await sql.linkCoin(db, deviceId, eventId, placed[0].id, suspicion);
    if (suspicion) marked.push({ deviceId, eventId, orderId: placed[0].id, amount, currency, suspicion });
    await countCoins(db, deviceId, event.coins, event.totalCoins, receivedAt);
    applied = combine(applied, made);
  }
  return { ...applied, marked };
}

interface MarkedCoin {
  deviceId: string;
  eventId: string;
  orderId: number;
  amount: number;
  currency: string;
  suspicion: CoinSuspicion;
}

/** `recline status` shows them as well. */
function reportMarked({ log, metrics }: ChairEventDeps, coin: MarkedCoin): void {
  metrics.suspiciousCoins.inc({ reason: coin.suspicion });
  log.warn(coin, 'a coin of another currency than its outlet, or above any price there, was booked and marked');
}

const coinBase = {
  type: 'coin',
  pay_type: 'coin',
  placed_by: null,
  request_id: null,
  coupon_no: null,
  coupon_property: null,
  cash_coupon_no: null,
} as const;
