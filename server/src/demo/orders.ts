import type { CouponProperty, Gear, OrderStatus, OrderType } from '@recline/contract/dictionary';
import { type DemoChair, type DemoCurrency, type Kind, offset, priceGroups } from './places.ts';
import { type Random, randomOf } from './random.ts';
import { drawCount, drawTimes, expectedVisits } from './rhythm.ts';

export interface DemoOrder {
  type: OrderType;
  status: OrderStatus;
  payType: string;
  chair: DemoChair;
  /** Which of the place's guests placed it; null for a coin, and for cash taken by the manager. */
  guest: number | null;
  gear: Gear;
  minutes: number;
  listAmount: number;
  amount: number;
  currency: DemoCurrency;
  couponNo: string | null;
  couponProperty: CouponProperty | null;
  cashCouponNo: string | null;
  createdAt: Date;
  startedAt: Date | null;
  endsAt: Date | null;
  endedAt: Date | null;
  endReason: string | null;
}

const seed = 'recline';
const dayLength = 86_400_000;
const blockDays = 14;
export const guestsPerPlace = 40;
/** The discounts of the demo's coupons. */
export const percentOff = 20;
export const amountOff: Record<DemoCurrency, number> = { CNY: 300, RM: 200, PHP: 3000 };

/** The number of the local day that an instant falls in, since 1970. */
const dayNumber = (instant: Date) => Math.floor((instant.getTime() + offset * 60_000) / dayLength);

/** A chair's orders of one local day, generated deterministically, as if it had been free at midnight. */
function drawDay(chair: DemoChair, day: number): DemoOrder[] {
  const random = randomOf(`${seed}/${chair.deviceId}/${day}`);
  const expected = expectedVisits(chair.place.kind, day) * chair.place.busy;
  const orders: DemoOrder[] = [];
  let free = 0;
  for (const seconds of drawTimes(chair.place.kind, drawCount(expected, random), random)) {
    const createdAt = new Date(day * dayLength - offset * 60_000 + seconds * 1000 + random.between(0, 999));
    if (createdAt.getTime() < free) continue;
    const order = drawOrder(chair, createdAt, `${day}${String(chair.number).padStart(3, '0')}${orders.length}`, random);
    free = freeAfter(order);
    orders.push(order);
  }
  return orders;
}

const freeAfter = ({ endsAt, endedAt, createdAt }: DemoOrder): number =>
  (endsAt ?? endedAt ?? createdAt).getTime() + 60_000;

/** A chair's orders of some local days. Orders that begin while one of the day before may still run are left out. */
function* ordersOfDays(chair: DemoChair, first: number, last: number): Generator<DemoOrder> {
  let before = drawDay(chair, first - 1);
  for (let day = first; day <= last; day += 1) {
    const drawn = drawDay(chair, day);
    const evening = before.at(-1);
    const free = evening ? freeAfter(evening) : 0;
    yield* drawn.filter(({ createdAt }) => createdAt.getTime() >= free);
    before = drawn;
  }
}

/** All orders placed after `since` and up to `until`, oldest first. */
export function ordersBetween(chairs: readonly DemoChair[], since: Date, until: Date): DemoOrder[] {
  const orders: DemoOrder[] = [];
  for (const chair of chairs) {
    for (const order of ordersOfDays(chair, dayNumber(since), dayNumber(until))) {
      if (order.createdAt > since && order.createdAt <= until) orders.push(order);
    }
  }
  return orders.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

/** The same in blocks of some weeks. Blocks end at local midnight, so that no day is generated twice. */
export function* orderBlocks(chairs: readonly DemoChair[], since: Date, now: Date): Generator<DemoOrder[]> {
  for (let from = since; from < now; ) {
    const midnight = new Date((dayNumber(from) + blockDays) * dayLength - offset * 60_000 - 1);
    const until = midnight < now ? midnight : now;
    yield ordersBetween(chairs, from, until);
    from = until;
  }
}

/**
 * An order in its state at that time: pending, running or ended. An order that was starting is left out: the demo has no
 * start command for it, so it would never end.
 */
export function asOf(now: Date, order: DemoOrder): DemoOrder[] {
  if (!order.endedAt || order.endedAt <= now) return [order];
  const open = { ...order, endedAt: null, endReason: null };
  if (order.status === 'cancelled') return [{ ...open, status: 'pending' }];
  return order.startedAt && order.startedAt <= now ? [{ ...open, status: 'running' }] : [];
}

function drawOrder(chair: DemoChair, createdAt: Date, serial: string, random: Random): DemoOrder {
  const { currency, prices } = priceGroups[chair.place.group];
  const type = random.weighted(typesIn[currency]);
  const gear = type === 'coin' ? 'gentle' : random.weighted(gearsIn[chair.place.kind]);
  const [minutes, listAmount] = prices[gear];
  const status = type === 'coin' ? 'finished' : random.weighted(type === 'online' ? onlineStatuses : cashStatuses);
  const couponProperty = type === 'online' ? random.weighted(couponProperties) : null;
  const byGuest = type === 'online' || (type === 'cash_coupon' && random.number() < 0.25);
  return {
    type,
    status,
    payType: payTypeOf(type, couponProperty, currency, random),
    chair,
    guest: byGuest ? random.between(0, guestsPerPlace - 1) : null,
    gear,
    minutes,
    listAmount,
    amount: amountAfter(listAmount, couponProperty, currency),
    currency,
    couponNo: couponProperty && `CP${serial}`,
    couponProperty,
    cashCouponNo: type === 'cash_coupon' ? `CC${serial}` : null,
    createdAt,
    ...drawOrderTimes(type, status, createdAt, minutes, random),
  };
}

/** How people pay in each country, in percent. */
export const typesIn: Record<DemoCurrency, readonly (readonly [OrderType, number])[]> = {
  CNY: [
    ['online', 74],
    ['cash_coupon', 16],
    ['coin', 10],
  ],
  RM: [
    ['online', 62],
    ['cash_coupon', 20],
    ['coin', 18],
  ],
  PHP: [
    ['online', 52],
    ['cash_coupon', 28],
    ['coin', 20],
  ],
};
/** People who wait for a flight sit longer. */
export const gearsIn: Record<Kind, readonly (readonly [Gear, number])[]> = {
  mall: [
    ['gentle', 28],
    ['standard', 52],
    ['deep', 20],
  ],
  allNight: [
    ['gentle', 10],
    ['standard', 40],
    ['deep', 50],
  ],
  airport: [
    ['gentle', 10],
    ['standard', 40],
    ['deep', 50],
  ],
  cinema: [
    ['gentle', 28],
    ['standard', 52],
    ['deep', 20],
  ],
};
const onlineStatuses = [
  ['finished', 945],
  ['cancelled', 27],
  ['failed', 16],
  ['refunded', 12],
] as const;
const cashStatuses = [
  ['finished', 980],
  ['failed', 13],
  ['refunded', 7],
] as const;
const couponProperties = [
  [null, 93],
  ['discount', 4],
  ['amount_off', 2],
  ['free', 1],
] as const;
/** The sandbox, where no provider of ours is available. */
export const providersIn: Record<DemoCurrency, readonly (readonly [string, number])[]> = {
  CNY: [
    ['wechat', 64],
    ['alipay', 36],
  ],
  RM: [['sandbox', 100]],
  PHP: [['sandbox', 100]],
};

function payTypeOf(type: OrderType, coupon: CouponProperty | null, currency: DemoCurrency, random: Random): string {
  if (type === 'coin') return 'coin';
  if (type === 'cash_coupon') return 'cash';
  return coupon === 'free' ? 'coupon' : random.weighted(providersIn[currency]);
}

function amountAfter(listAmount: number, coupon: CouponProperty | null, currency: DemoCurrency): number {
  if (coupon === 'free') return 0;
  if (coupon === 'discount') return Math.round((listAmount * (100 - percentOff)) / 100);
  return coupon === 'amount_off' ? Math.max(0, listAmount - amountOff[currency]) : listAmount;
}

/** When it started and ended, according to its status. */
function drawOrderTimes(type: OrderType, status: OrderStatus, createdAt: Date, minutes: number, random: Random) {
  const after = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1000);
  if (status === 'failed') return ended(after(createdAt, 10), 'no_answer');
  if (status === 'cancelled') return ended(after(createdAt, random.between(60, 900)), 'unpaid');
  const startedAt = type === 'coin' ? createdAt : after(createdAt, random.between(2, type === 'online' ? 35 : 6));
  const endsAt = after(startedAt, minutes * 60);
  const early = status === 'refunded' ? random.number() < 0.8 : random.number() < 0.03;
  const endedAt = early ? after(startedAt, random.between(60, minutes * 50)) : endsAt;
  return { startedAt, endsAt, endedAt, endReason: early ? 'stopped' : 'time' };
}

const ended = (endedAt: Date, endReason: string) => ({ startedAt: null, endsAt: null, endedAt, endReason });
