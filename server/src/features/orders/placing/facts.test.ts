import { describe, expect, it } from 'vitest';
import { useRows } from '../../../testing/rows.ts';
import type { Row } from '../../../testing/sample-rows.ts';
import * as sql from './start.sql.ts';

/** The facts that decide a start: from the names that the caller gives, those of this chair and this caller. */

const { pool, insert } = useRows();

const now = new Date('2026-11-15T12:00:00.000Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

let last = 100;
function next(): number {
  last += 1;
  return last;
}

const guest = async () => {
  const id = next();
  await insert('accounts', id, { role: 'consumer', account: null, bound_outlet_id: null });
  return id;
};

/** A chair of a new outlet with its own price list. */
async function chair(changed: Row = {}) {
  const n = next();
  await insert('price_groups', n);
  await insert('outlets', n, { price_group_id: n });
  await insert('devices', n, { outlet_id: n, price_group_id: null, online: true, offline_since: null, ...changed });
  return { n, deviceId: `D${n}` };
}

async function price(price_group_id: number, changed: Row = {}): Promise<number> {
  const id = next();
  await insert('prices', id, { price_group_id, ...changed });
  return id;
}

/** An order with this status; no other order holds its chair. */
async function order(placed_by: number | null, status: string, changed: Row = {}): Promise<number> {
  const id = next();
  const started = ['running', 'finished', 'refunded'].includes(status);
  const over = ['finished', 'refunded', 'failed', 'cancelled'].includes(status);
  await insert('orders', id, {
    placed_by,
    request_id: placed_by === null ? null : uuid(id),
    status,
    created_at: ago(3600),
    started_at: started ? ago(3600) : null,
    ends_at: started ? ago(3000) : null,
    ended_at: over ? ago(3000) : null,
    ...changed,
  });
  return id;
}

const ask = (accountId: number, deviceId: string, more: Partial<sql.StartQuestion> = {}) =>
  sql.startFacts(
    pool(),
    { accountId, deviceId, requestId: null, priceId: null, couponNo: null, cashCouponNo: null, ...more },
    now,
  );

it('a chair is found by its number alone, with its outlet, its price list and the order that holds it', async () => {
  const [one, other] = [await chair(), await chair({ price_group_id: 1, fault_code: 'E1' })];
  const [holder, caller] = [await guest(), await guest()];
  const held = await order(holder, 'running', { device_id: one.deviceId, outlet_id: one.n });
  await order(holder, 'finished', { device_id: other.deviceId, outlet_id: other.n });
  expect((await ask(caller, one.deviceId)).chair).toMatchObject({
    id: one.deviceId,
    outlet_id: one.n,
    price_group_id: one.n,
    online: true,
    closed: false,
    holder_id: held,
    holder_by: holder,
  });
  expect((await ask(caller, other.deviceId)).chair).toMatchObject({
    price_group_id: 1,
    fault_code: 'E1',
    holder_id: null,
    holder_by: null,
  });
  expect((await ask(caller, 'NOSUCH')).chair).toBeNull();
  expect((await sql.chairById.maybe(pool(), one.deviceId))?.holder_id).toBe(held);
  expect(await sql.chairById.maybe(pool(), 'NOSUCH')).toBeUndefined();
  await pool().query('UPDATE outlets SET closed_at = now() WHERE id = $1', [one.n]);
  expect((await ask(caller, one.deviceId)).chair?.closed).toBe(true);
  expect(await sql.isClosed.one(pool(), one.n)).toEqual({ closed: true });
  expect(await sql.isClosed.one(pool(), other.n)).toEqual({ closed: false });
});

describe('a price', () => {
  it.each([
    ["of the chair's list", {}, true],
    ['of another list', { price_group_id: 1 }, false],
    ['that was retired', { retired_at: ago(1) }, false],
  ])('%s is offered: %o', async (_case, changed, counts) => {
    const { n, deviceId } = await chair();
    const [wanted, other] = [await price(n, changed), await price(n)];
    const { price: found, has_prices } = await ask(await guest(), deviceId, { priceId: wanted });
    expect(found?.id ?? null).toBe(counts ? wanted : null);
    expect(has_prices).toBe(true);
    expect((await sql.pricesOfGroup(pool(), n)).map(({ id }) => id)).toEqual(counts ? [wanted, other] : [other]);
  });

  it('belongs to no list where the chair has none, although others have prices', async () => {
    const { deviceId } = await chair();
    const elsewhere = await price(1);
    expect(await ask(await guest(), deviceId, { priceId: elsewhere })).toMatchObject({
      price: null,
      has_prices: false,
    });
  });

  it('is listed by minutes, then by price, then by age', async () => {
    const { n } = await chair();
    const ids = [
      await price(n, { minutes: 20, amount: 500 }),
      await price(n, { minutes: 10, amount: 900 }),
      await price(n, { minutes: 10, amount: 300 }),
      await price(n, { minutes: 10, amount: 300 }),
    ];
    const listed = (await sql.pricesOfGroup(pool(), n)).map(({ id }) => ids.indexOf(id));
    expect(listed).toEqual([2, 3, 1, 0]);
  });
});

describe('a coupon', () => {
  const coupon = async () => {
    const id = next();
    await insert('coupons', id);
    await insert('cash_coupons', id);
    return { couponNo: `C${id}`, cashCouponNo: `K${id}` };
  };

  it.each([
    ['pending', true],
    ['running', true],
    ['finished', true],
    ['cancelled', false],
    ['failed', false],
  ])('of an order that is %s is used: %o, and another one is not', async (status, used) => {
    const { deviceId } = await chair();
    const [mine, other] = [await coupon(), await coupon()];
    const of = { coupon_no: mine.couponNo, coupon_property: 'free' };
    const elsewhere = { device_id: (await chair()).deviceId };
    const user = await order(await guest(), status, { ...of, ...elsewhere });
    const facts = await ask(await guest(), deviceId, mine);
    expect([facts.coupon?.no, facts.coupon?.used_by]).toEqual([mine.couponNo, used ? user : null]);
    expect([facts.cash_coupon?.no, facts.cash_coupon?.used_by]).toEqual([mine.cashCouponNo, null]);
    const others = await ask(await guest(), deviceId, other);
    expect([others.coupon?.no, others.coupon?.used_by]).toEqual([other.couponNo, null]);
  });

  it('sold for cash, that an order redeemed, is used', async () => {
    const { deviceId } = await chair();
    const [mine, other] = [await coupon(), await coupon()];
    const user = await order(await guest(), 'finished', { type: 'cash_coupon', cash_coupon_no: mine.cashCouponNo });
    expect((await ask(await guest(), deviceId, mine)).cash_coupon?.used_by).toBe(user);
    expect((await ask(await guest(), deviceId, other)).cash_coupon?.used_by).toBeNull();
  });

  it('that does not exist is not found', async () => {
    const { deviceId } = await chair();
    const facts = await ask(await guest(), deviceId, { couponNo: 'NOSUCH', cashCouponNo: 'NOSUCH' });
    expect([facts.coupon, facts.cash_coupon]).toEqual([null, null]);
    expect(await sql.couponNamed(pool(), 'NOSUCH')).toEqual({ couponNo: 'NOSUCH' });
    const { couponNo, cashCouponNo } = await coupon();
    expect(await sql.couponNamed(pool(), couponNo)).toEqual({ couponNo });
    expect(await sql.couponNamed(pool(), cashCouponNo)).toEqual({ cashCouponNo });
  });
});

describe('a request', () => {
  it('repeats only a request of this account under the same id', async () => {
    const { deviceId } = await chair();
    const [mine, stranger] = [await guest(), await guest()];
    const first = await order(mine, 'finished');
    await order(mine, 'failed');
    const repeat = async (accountId: number, requestId: string) =>
      (await ask(accountId, deviceId, { requestId })).repeat;
    const found = (accountId: number, requestId: string) => sql.findRepeat.maybe(pool(), accountId, requestId);
    expect(await repeat(mine, uuid(first))).toEqual({ id: first, status: 'finished' });
    expect(await found(mine, uuid(first))).toEqual({ id: first, status: 'finished' });
    for (const [who, id] of [
      [stranger, uuid(first)],
      [mine, uuid(999_999)],
    ] as const) {
      expect(await repeat(who, id)).toBeNull();
      expect(await found(who, id)).toBeUndefined();
    }
  });

  it('knows the account’s unpaid order and its orders of the last minute', async () => {
    const { deviceId } = await chair();
    const [mine, stranger] = [await guest(), await guest()];
    await order(mine, 'cancelled', { created_at: ago(60), ended_at: ago(50) });
    await order(mine, 'cancelled', { created_at: ago(59), ended_at: ago(50) });
    const unpaid = await order(mine, 'pending', { created_at: ago(10) });
    await order(stranger, 'cancelled', { created_at: ago(10), ended_at: ago(5) });
    expect(await ask(mine, deviceId)).toMatchObject({ unpaid_id: unpaid, recent: 2 });
    expect(await ask(stranger, deviceId)).toMatchObject({ unpaid_id: null, recent: 1 });
  });
});

it.each([
  ['finished', true],
  ['refunded', true],
  ['starting', true],
  ['pending', false],
  ['cancelled', false],
])('an account whose only order is %s has paid before: %o', async (status, hasPaid) => {
  const [mine, stranger] = [await guest(), await guest()];
  const only = await order(mine, status, { device_id: (await chair()).deviceId });
  expect(await sql.standing.one(pool(), mine, only)).toEqual({ has_paid: hasPaid, has_others: false });
  expect(await sql.standing.one(pool(), mine, 0)).toMatchObject({ has_others: true });
  expect(await sql.standing.one(pool(), stranger, 0)).toEqual({ has_paid: false, has_others: false });
  expect(await sql.hasOrder(pool(), mine)).toBe(hasPaid);
});

it('the purchase includes the chair and the package of that order, and the payment method', async () => {
  const [one, other] = [await chair({ name: 'one' }), await chair({ name: 'other' })];
  const mine = await order(await guest(), 'finished', { device_id: one.deviceId, minutes: 20 });
  await order(await guest(), 'finished', { device_id: other.deviceId, minutes: 30 });
  expect(await sql.bought.one(pool(), mine)).toEqual({
    device_id: one.deviceId,
    device_name: 'one',
    gear: 'deep',
    minutes: 20,
    pay_type: 'sandbox',
  });
});
