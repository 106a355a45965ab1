import { installationOf, refundPrefix } from '../features/payments/index.ts';
import type { Db } from '../platform/db.ts';
import * as sql from './demo.sql.ts';
import type { Ids } from './fill-base.ts';
import { amountOff, type DemoOrder, percentOff } from './orders.ts';
import { randomOf } from './random.ts';
import { demoApp, words } from './words.ts';

const week = 7 * 86_400_000;

/** Inserts orders and the coupons that they used. */
export async function insertOrders(db: Db, orders: DemoOrder[], ids: Ids): Promise<void> {
  await insertCoupons(db, orders);
  await insertCashCoupons(db, orders, ids);
  await sql.insertOrders(db, ...columnsOf(orders, ids), refundPrefix(await installationOf(db)));
}

function columnsOf(orders: DemoOrder[], ids: Ids): unknown[][] {
  return [
    orders.map((order) => order.type),
    orders.map((order) => order.status),
    orders.map((order) => order.payType),
    orders.map((order) => order.chair.deviceId),
    orders.map((order) => ids.outlets[order.chair.placeIndex]),
    orders.map((order) => placedBy(order, ids)),
    orders.map((order) => order.gear),
    orders.map((order) => order.minutes),
    orders.map((order) => order.listAmount),
    orders.map((order) => order.amount),
    orders.map((order) => order.currency),
    orders.map((order) => order.couponNo),
    orders.map((order) => order.couponProperty),
    orders.map((order) => order.cashCouponNo),
    orders.map((order) => order.createdAt.getTime()),
    orders.map((order) => order.startedAt?.getTime()),
    orders.map((order) => order.endedAt?.getTime()),
    orders.map((order) => order.endReason),
  ];
}

/** Nobody for a coin, the manager for cash at the counter. */
function placedBy({ type, guest, chair }: DemoOrder, ids: Ids): number | null | undefined {
  if (type === 'coin') return null;
  return guest === null ? ids.managers[chair.placeIndex] : ids.guests[chair.placeIndex]?.[guest];
}

async function insertCoupons(db: Db, orders: DemoOrder[]): Promise<void> {
  const used = orders.filter((order) => order.couponNo !== null);
  await sql.insertCoupons(
    db,
    used.map((order) => order.couponNo ?? ''),
    used.map((order) => order.couponProperty ?? ''),
    used.map((order) => (order.couponProperty === 'discount' ? percentOff : null)),
    used.map((order) => (order.couponProperty === 'amount_off' ? amountOff[order.currency] : null)),
    used.map((order) => (order.couponProperty === 'amount_off' ? order.currency : null)),
    used.map((order) => new Date(order.createdAt.getTime() - week)),
  );
}

async function insertCashCoupons(db: Db, orders: DemoOrder[], ids: Ids): Promise<void> {
  const used = orders.filter((order) => order.cashCouponNo !== null);
  await sql.insertCashCoupons(
    db,
    used.map((order) => order.cashCouponNo ?? ''),
    used.map((order) => ids.outlets[order.chair.placeIndex] ?? 0),
    used.map((order) => order.amount),
    used.map((order) => order.currency),
    used.map((order) => ids.managers[order.chair.placeIndex] ?? null),
    used.map((order) => order.createdAt),
  );
}

/** How many of the newest complaints are unanswered, and how many more are being handled. */
const waiting = { new: 3, open: 3 };

/** Feedback on some orders; all but the newest has a reply. */
export async function insertFeedback(db: Db, orders: DemoOrder[], ids: Ids, now: Date): Promise<void> {
  const written = orders
    .filter((order) => order.guest !== null && order.endedAt && order.endedAt < now)
    .flatMap((order) => complaintAbout(order, now))
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .map((complaint, index) => ({ ...complaint, ...answerTo(complaint, index, now) }));
  await sql.insertFeedback(
    db,
    written.map((each) => each.order.chair.deviceId),
    written.map((each) => each.at),
    written.map((each) => each.problem),
    written.map((each) => each.text),
    written.map((each) => each.status),
    written.map((each) => each.reply),
    written.map((each) => each.createdAt),
    written.map((each) => each.repliedAt),
    ids.managers[0] ?? 0,
    demoApp,
  );
}

/** What the guest wrote after the massage; nothing for most. */
function complaintAbout(order: DemoOrder, now: Date) {
  const random = randomOf(`feedback/${order.chair.deviceId}/${order.createdAt.getTime()}`);
  const chance = order.status === 'finished' ? 0.0012 : order.status === 'cancelled' ? 0 : 0.04;
  const createdAt = new Date((order.endedAt ?? order.createdAt).getTime() + random.between(60, 3600) * 1000);
  if (random.number() > chance || createdAt > now) return [];
  const { complaints } = words[order.currency];
  const fitting = complaints.filter(({ about }) => about === order.status);
  const { problem, text, reply } = fitting[random.between(0, fitting.length - 1)] ?? complaints[0];
  return [{ order, at: order.startedAt ?? order.createdAt, problem, text, words: reply, createdAt }];
}

/** The newest complaints are unanswered, some are being handled, the others were answered within hours. */
function answerTo({ createdAt, words: reply }: { createdAt: Date; words: string }, index: number, now: Date) {
  if (index < waiting.new) return { status: 'new', reply: null, repliedAt: null };
  const status = index < waiting.new + waiting.open ? 'open' : 'done';
  return { status, reply, repliedAt: new Date(Math.min(now.getTime(), createdAt.getTime() + 5 * 3600_000)) };
}
