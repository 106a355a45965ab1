import type { ChairEvent } from '@recline/contract/topics';
import { type Db, type Pool, transaction } from '../../platform/db.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { countCoins, recordFault } from '../devices/index.ts';
import { coinTimes, type TrustedTime, trustedTime } from './chair-events.rules.ts';
import * as sql from './chair-events.sql.ts';
import { writeStops } from './commands.ts';
import { endTime, mustStop } from './lifecycle.rules.ts';
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
  metrics: Metrics;
  timing: { startWaitMs: number };
  followUp(applied: Applied): void;
}

/** An event with its chair, its time, and the order it names on that chair. */
interface Resolved extends EventReport, TrustedTime {
  outletId: number;
  orderId: number | null;
}

/** A concurrent start took the chair: the transaction is retried, and then sees that order. */
class ChairTaken extends Error {}
const maxTries = 5;

/** Stores events and acts on them, in one transaction. False, in an event's position: there is no such chair. */
export async function handleEvents(deps: ChairEventDeps, reports: readonly EventReport[]): Promise<boolean[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      const { known, applied, started } = await transaction(deps.pool, (db) => storeAndAct(db, deps, reports));
      deps.metrics.starts.inc({ outcome: 'started' }, started);
      deps.followUp(applied);
      return known;
    } catch (error) {
      if (!(error instanceof ChairTaken) || tries === maxTries) throw error;
    }
  }
}

async function storeAndAct(db: Db, { timing }: ChairEventDeps, reports: readonly EventReport[]) {
  const resolved = await resolve(db, reports);
  const fresh = await storeNew(
    db,
    resolved.filter((each) => each !== undefined),
  );
  const now = latestReceipt(reports);
  const context: LifecycleContext = { now, startWaitMs: timing.startWaitMs };
  const moved = await transition(db, context, fresh.flatMap(transitionOf));
  const stopped = await stopUnwanted(db, context, fresh, moved);
  const coins = await placeCoins(db, context, fresh);
  for (const { deviceId, outletId, event } of fresh) {
    if (event.type === 'fault' || event.type === 'cleared') await recordFault(db, { deviceId, outletId }, event);
  }
  const started = moved.changed.filter(({ status }) => status === 'running').length;
  const known = resolved.map((each) => each !== undefined);
  return { known, started, applied: [moved, stopped, coins].reduce(combine, nothingApplied) };
}

const latestReceipt = (reports: readonly EventReport[]): Date =>
  new Date(Math.max(...reports.map(({ receivedAt }) => receivedAt.getTime())));

/** Undefined, in an event's position: there is no such chair. */
async function resolve(db: Db, reports: readonly EventReport[]): Promise<(Resolved | undefined)[]> {
  const chairs = await sql.knownChairs(
    db,
    reports.map(({ deviceId }) => deviceId),
  );
  const outlets = new Map(chairs.map(({ id, outlet_id }) => [id, outlet_id]));
  const naming = reports.flatMap(({ deviceId, event }) =>
    'orderId' in event ? [{ deviceId, name: event.orderId }] : [],
  );
  const named =
    naming.length === 0
      ? []
      : await sql.namedOrders(
          db,
          naming.map((each) => each.deviceId),
          naming.map((each) => each.name),
        );
  const orders = new Map(named.map((row) => [`${row.device_id} ${row.name}`, row.order_id]));
  return reports.map((report) => {
    const { deviceId, event, receivedAt } = report;
    const outletId = outlets.get(deviceId);
    if (outletId === undefined) return undefined;
    const orderId = ('orderId' in event ? orders.get(`${deviceId} ${event.orderId}`) : undefined) ?? null;
    const trusted = trustedTime(new Date(event.at), receivedAt, { offline: event.offline ?? false });
    return { ...report, ...trusted, outletId, orderId };
  });
}

/** Stores events and returns the new ones. Sorted, so that two servers do not deadlock. */
async function storeNew(db: Db, events: readonly Resolved[]): Promise<Resolved[]> {
  const inOrder = events.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const stored = await sql.insertEvents(db, inOrder.map(toRow));
  const fresh = new Set(stored.map((row) => `${row.device_id} ${row.event_id}`));
  return inOrder.filter((each) => fresh.delete(keyOf(each)));
}

const keyOf = ({ deviceId, event }: EventReport): string => `${deviceId} ${event.eventId}`;

const toRow = ({ deviceId, event, at, receivedAt, distrusted, orderId }: Resolved): sql.NewEvent => ({
  device_id: deviceId,
  event_id: event.eventId,
  type: event.type,
  boot_id: String(event.bootId),
  seq: event.seq,
  at,
  received_at: receivedAt,
  clock_distrusted: distrusted,
  offline: event.offline ?? false,
  order_id: orderId,
  payload: event,
});

function transitionOf({ event, orderId, at }: Resolved): TransitionRequest[] {
  if (orderId === null) return [];
  if (event.type === 'started') return [{ orderId, step: 'start', at }];
  if (event.type === 'ended') return [{ orderId, step: 'end', at, reason: event.reason, ranSeconds: event.ranSeconds }];
  return [];
}

/** A chair that reports the start of an order that is over is told to stop. */
async function stopUnwanted(
  db: Db,
  { now }: LifecycleContext,
  fresh: readonly Resolved[],
  moved: Applied,
): Promise<Applied> {
  const started = fresh.flatMap(({ event, orderId }) =>
    event.type === 'started' && orderId !== null ? [orderId] : [],
  );
  const unmoved = started.filter((id) => !moved.changed.some((order) => order.id === id));
  if (unmoved.length === 0) return nothingApplied;
  const orders = (await sql.ordersById(db, unmoved)).filter(mustStop);
  return { ...nothingApplied, commands: await writeStops(db, orders, now) };
}

/** Each coin becomes an order, whatever the chair is doing: money is never dropped. */
async function placeCoins(db: Db, context: LifecycleContext, fresh: readonly Resolved[]): Promise<Applied> {
  let applied = nothingApplied;
  for (const { deviceId, outletId, event, at, receivedAt } of fresh) {
    if (event.type !== 'coin') continue;
    const { gear, minutes, amount, currency } = event;
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
    const { placed, ...made } = await place(db, context, [{ order, cash: { provider: 'coin', ref: event.eventId } }]);
    if (!placed[0]) throw new ChairTaken();
    await sql.linkEvent(db, deviceId, event.eventId, placed[0].id);
    await countCoins(db, deviceId, event.coins, event.totalCoins);
    applied = combine(applied, made);
  }
  return applied;
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
