import { beforeEach, describe, expect, it } from 'vitest';
import { useRows } from '../../../testing/rows.ts';
import type { Row } from '../../../testing/sample-rows.ts';
import { incomeByChair, incomeByPayType } from './income.sql.ts';
import { orderForAdmin, orderHistory, placedOrders } from './orders.admin.sql.ts';
import { mobilesOf, openOrdersOf, ordersById, ordersOfAccount } from './orders.sql.ts';
import * as personal from './personal-data.sql.ts';

/** The orders that an account, an operator and an export contain. */

const { pool, insert } = useRows();
beforeEach(() => pool().query('TRUNCATE orders, commands, device_events, payment_attempts, audit_log CASCADE'));

const now = new Date('2026-11-15T12:00:00.000Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
let last = 1000;
function next(): number {
  last += 1;
  return last;
}
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

async function account(changed: Row = {}): Promise<number> {
  const id = next();
  await insert('accounts', id, { role: 'consumer', account: null, ...changed });
  return id;
}
async function chair(): Promise<string> {
  const n = next();
  await insert('devices', n);
  return `D${n}`;
}
/** A finished order that began this many seconds ago. */
async function order(placed_by: number | null, seconds = 0, changed: Row = {}): Promise<number> {
  const id = next();
  await insert('orders', id, {
    placed_by,
    ...(placed_by === null ? { request_id: null } : {}),
    created_at: ago(seconds),
    started_at: ago(seconds),
    ends_at: ago(seconds),
    ended_at: ago(seconds),
    ...changed,
  });
  return id;
}
const unstarted = { started_at: null, ends_at: null };

describe('the orders of an account', () => {
  it('are its own, newest first, a page at a time', async () => {
    const [mine, stranger] = [await account(), await account()];
    const [old, newest, twin, older] = [
      await order(mine, 30),
      await order(mine, 10),
      await order(mine, 30),
      await order(mine, 40),
    ];
    await order(stranger, 20);
    const page = async (micros: number | null, id: number | null, limit = 10) =>
      ids(await ordersOfAccount(pool(), mine, micros, id, limit));
    expect(await page(null, null)).toEqual([newest, twin, old, older]);
    expect(await page(null, null, 2)).toEqual([newest, twin]);
    expect(await page(ago(30).getTime() * 1000, twin)).toEqual([old, older]);
    expect(await page(ago(30).getTime() * 1000, old)).toEqual([older]);
    const [row] = await ordersOfAccount(pool(), mine, null, null, 1);
    expect(row?.at_micros).toBe(ago(10).getTime() * 1000);
  });

  it('that are open are those of this account that still await something', async () => {
    const [mine, stranger] = [await account(), await account()];
    const open = { ...unstarted, ended_at: null };
    const pending = await order(mine, 0, { ...open, status: 'pending' });
    const starting = await order(mine, 0, { ...open, status: 'starting', device_id: await chair() });
    await order(mine, 0);
    await order(stranger, 0, { ...open, status: 'pending' });
    expect(ids(await openOrdersOf(pool(), mine)).toSorted()).toEqual([pending, starting].toSorted());
    expect(ids(await personal.openOrderOfAny(pool(), [mine]))).toHaveLength(1);
    expect(await personal.openOrderOfAny(pool(), [await account()])).toEqual([]);
  });

  it('are exported in order, with the account that placed them', async () => {
    const [mine, part, stranger] = [await account(), await account(), await account()];
    const [one, two] = [await order(mine, 10), await order(part, 20)];
    await order(stranger);
    const coin = await order(null);
    expect(ids(await personal.exportOrders(pool(), [part, mine]))).toEqual([one, two]);
    expect(await personal.placerOf.maybe(pool(), two)).toEqual({ placed_by: part });
    expect(await personal.placerOf.maybe(pool(), coin)).toEqual({ placed_by: null });
    expect(await personal.placerOf.maybe(pool(), 1)).toBeUndefined();
  });
});

describe('an order shows', () => {
  it('that its payment is confirmed, while the payer has come back and the provider has not answered', async () => {
    const pending = { ...unstarted, ended_at: null, status: 'pending' };
    const confirming = async (changed: Row, ofOrder: Row = pending) => {
      const id = await order(await account(), 0, ofOrder);
      await insert('payment_attempts', next(), { order_id: id, returned_at: ago(5), ...changed });
      return (await ordersById(pool(), [id]))[0]?.confirming;
    };
    expect(await confirming({})).toBe(true);
    expect(await confirming({ answered_at: ago(6) })).toBe(true);
    expect(await confirming({ answered_at: ago(5) })).toBe(false);
    expect(await confirming({ returned_at: null })).toBe(false);
    expect(await confirming({ closing: true })).toBe(false);
    expect(await confirming({ state: 'dead', settled_at: now })).toBe(false);
    expect(await confirming({}, { status: 'cancelled', ...unstarted })).toBe(false);
  });

  it('its refunds as requested, without excess payments and without refunds that staff refused', async () => {
    const id = await order(null, 0, { refunded_amount: 60, amount: 100 });
    const other = await order(null, 0, { refunded_amount: 60, amount: 100 });
    const closed = { closed_at: now, closed_by: 'anna', close_reason: 'x' };
    const refund = (order_id: number, amount: number, changed: Row = {}) =>
      insert('refunds', next(), { order_id, attempt_id: null, amount, ...changed });
    await refund(id, 10);
    await refund(id, 20, { state: 'done', done_at: ago(3) });
    await refund(id, 30, { state: 'done', done_at: ago(2), ...closed });
    await refund(id, 40, { surplus: true });
    await refund(id, 50, { state: 'failed', ...closed });
    await refund(other, 99);
    const [row] = await ordersById(pool(), [id]);
    expect(row?.refunds).toMatchObject([
      { amount: 10, state: 'due', way: 'sandbox' },
      { amount: 20, state: 'done', way: 'sandbox' },
      { amount: 30, state: 'done', way: 'hand' },
    ]);
    const untouched = await order(null);
    await refund(untouched, 1);
    expect((await ordersById(pool(), [untouched]))[0]?.refunds).toBeNull();
  });

  it('its feedback and its own outlet', async () => {
    const [one, other] = [await order(null), await order(null)];
    await insert('feedback', 77, { order_id: one });
    const rows = await ordersById(pool(), [one, other]);
    expect(rows.map(({ id, feedback_id }) => [id, feedback_id]).toSorted()).toEqual([
      [one, 77],
      [other, null],
    ]);
  });
});

it('mobile numbers come from guests who have one', async () => {
  const [guest, bare, manager] = [
    await account({ mobile: '+8613900000077' }),
    await account({ mobile: null }),
    await account({ role: 'manager', account: 'berta', mobile: '+8613900000078' }),
  ];
  await account({ mobile: '+8613900000079' });
  expect(await mobilesOf(pool(), [guest, bare, manager])).toEqual([{ id: guest, mobile: '+8613900000077' }]);
});

describe('the income for an operator', () => {
  it('of each chair is net, by currency, of the orders that started since a given time', async () => {
    const [one, other] = [await chair(), await chair()];
    const of = (device_id: string, seconds: number, changed: Row = {}) =>
      order(null, seconds, { device_id, ...changed });
    await of(one, 10, { amount: 500, refunded_amount: 100 });
    await of(one, 60, { amount: 40 });
    await of(one, 61, { amount: 7000 });
    await of(one, 10, { amount: 9, currency: 'RM' });
    await of(one, 10, { status: 'failed', ...unstarted });
    await of(other, 10, { amount: 3 });
    const rows = (await incomeByChair(pool(), ago(60))).map(({ device_id, currency, net }) => [
      device_id,
      currency,
      net,
    ]);
    expect(rows.toSorted()).toEqual(
      [
        [one, 'CNY', 440],
        [one, 'RM', 9],
        [other, 'CNY', 3],
      ].toSorted(),
    );
  });

  it('by payment method covers these outlets and this period; a refunded order counts as nothing', async () => {
    await insert('outlets', 500);
    await order(null, 60, { pay_type: 'wechat', amount: 500, refunded_amount: 100 });
    await order(null, 30, { pay_type: 'wechat', amount: 300, refunded_amount: 300, status: 'refunded' });
    await order(null, 30, { pay_type: 'cash', amount: 900 });
    await order(null, 30, { pay_type: 'cash', amount: 5, currency: 'RM' });
    await order(null, 61, { pay_type: 'cash' });
    await order(null, 10, { pay_type: 'cash' });
    await order(null, 30, { pay_type: 'cash', status: 'failed', ...unstarted });
    await order(null, 30, { pay_type: 'cash', outlet_id: 500 });
    const rows = await incomeByPayType(pool(), [1], ago(60), ago(10));
    expect(rows).toEqual([
      { pay_type: 'cash', currency: 'CNY', orders: 1, gross: 900, refunds: 0, net: 900 },
      { pay_type: 'wechat', currency: 'CNY', orders: 1, gross: 800, refunds: 400, net: 400 },
      { pay_type: 'cash', currency: 'RM', orders: 1, gross: 5, refunds: 0, net: 5 },
    ]);
  });
});

describe('an operator sees', () => {
  it('an order with its outlet, and its customer by login, number or id', async () => {
    const [anna, mobile, guest] = [
      await account({ role: 'manager', account: 'anna' }),
      await account({ mobile: '+8613900000099' }),
      await account({ mobile: null }),
    ];
    const made = [await order(anna), await order(mobile), await order(guest), await order(null)];
    const placers = ['anna', '+8613900000099', `guest ${guest}`, null];
    for (const [index, id] of made.entries())
      expect(await orderForAdmin.maybe(pool(), id)).toMatchObject({
        id,
        placed_by: placers[index],
        outlet_name: 'outlet 1',
      });
    const rows = await placedOrders(pool(), made.slice(0, 2));
    expect(rows.map(({ id, placed_by }) => [id, placed_by])).toEqual([
      [made[0], 'anna'],
      [made[1], '+8613900000099'],
    ]);
  });

  it('everything that happened to an order, in chronological order, and nothing of another', async () => {
    const [one, other] = [await order(null, 100, { ended_at: ago(10), end_reason: 'stopped' }), await order(null, 100)];
    const happened = async (id: number) => {
      const base = { order_id: id };
      await insert('payment_attempts', next(), { ...base, attempt: 1, created_at: ago(95) });
      await insert('ledger', next(), { ...base, at: ago(90) });
      await insert('refunds', next(), { ...base, attempt_id: null, created_at: ago(85) });
      await insert('commands', next(), {
        ...base,
        created_at: ago(80),
        acked_at: ago(75),
        result: 'accepted',
        expires_at: now,
      });
      await insert('commands', next(), { ...base, type: 'stop', created_at: ago(70), expires_at: now });
      await insert('device_events', next(), { ...base, type: 'started', at: ago(65) });
      await insert('feedback', next(), { ...base, created_at: ago(5), replied_at: ago(4), reply: 'sorry' });
      await insert('audit_log', next(), { action: 'order refund', target: `order ${id}`, at: ago(3) });
    };
    for (const id of [one, other]) await happened(id);
    const history = await orderHistory(pool(), one);
    expect(history.map(({ at, what }) => [(now.getTime() - at.getTime()) / 1000, what])).toEqual([
      [100, 'order placed'],
      [95, 'payment attempt 1'],
      [90, 'paid'],
      [85, 'refund requested'],
      [80, 'command start'],
      [75, 'command start accepted'],
      [70, 'command stop'],
      [65, 'chair says started'],
      [10, 'order ended'],
      [5, 'feedback sent'],
      [4, 'feedback answered'],
      [3, 'order refund'],
    ]);
  });

  it('no event that did not happen', async () => {
    const id = await order(null, 100, { ...unstarted, ended_at: null, status: 'pending' });
    await insert('feedback', next(), { order_id: id, created_at: ago(5), replied_at: null });
    expect((await orderHistory(pool(), id)).map(({ what }) => what)).toEqual(['order placed', 'feedback sent']);
  });
});
