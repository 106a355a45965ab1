import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { until, useChairs } from '../../../testing/chairs.ts';
import { untilServed } from '../../../testing/client.ts';
import { makeCoupon } from '../../../testing/coupons.ts';
import { useServer } from '../../../testing/server.ts';
import type { Outlet } from '../../../testing/world.ts';

const server = useServer();
const connectChair = useChairs(server);

const cheapest = (outlet: Outlet) => outlet.prices[0]?.priceId ?? '';

/** A free chair, and a guest who wants to start it. */
async function scene() {
  const { client, world } = server();
  const outlet = await world.outlet();
  const chair = await connectChair(outlet);
  const start = { deviceId: chair.deviceId, priceId: cheapest(outlet) };
  return { client, world, outlet, chair, start, deviceId: chair.deviceId };
}

describe('a manager at the counter', () => {
  it('starts a chair for cash: the order runs, and has the number of a cash coupon', async () => {
    const { client, world, outlet, start } = await scene();
    const { token } = await world.manager([outlet]);
    const started = await client.starting.activate({ ...start, payType: 'cash', requestId: randomUUID() }, { token });
    expect(started).toMatchObject({ code: 200, data: { status: 'running' } });
    const { data: order } = await client.orders.get({ orderId: started.data.orderId }, { token });
    expect(order).toMatchObject({ type: 'cash_coupon', payType: 'cash', status: 'running', amount: 800, minutes: 10 });
    expect(order.cashCouponNo).toMatch(/^\d{12}$/);
    const found = await client.orders.list({ cashCouponNo: order.cashCouponNo ?? '' }, { token });
    expect(found.data.rows.map(({ orderId }) => orderId)).toEqual([started.data.orderId]);
  });

  it.each([
    ['pays online', { payType: 'sandbox' }, 400],
    ['uses a coupon', { payType: 'cash', couponNo: 'X' }, 400],
    ['uses a cash coupon', { payType: 'cash', cashCouponNo: 'X' }, 400],
  ] as const)('is refused when it %s', async (_case, pay, code) => {
    const { client, world, outlet, start } = await scene();
    const { token } = await world.manager([outlet]);
    expect(await client.starting.activate({ ...start, ...pay, requestId: randomUUID() }, { token })).toMatchObject({
      code,
    });
  });

  it("cannot start another outlet's chair", async () => {
    const { client, world, start } = await scene();
    const { token } = await world.manager([await world.outlet()]);
    const answer = await client.starting.activate({ ...start, payType: 'cash', requestId: randomUUID() }, { token });
    expect(answer).toMatchObject({ code: 20204, status: 403 });
  });
});

describe('the status of a chair', () => {
  it('is null while it is free', async () => {
    const { client, world, deviceId } = await scene();
    const { token } = await world.consumer();
    expect(await client.starting.deviceStatus({ deviceId }, { token })).toMatchObject({ code: 200, data: null });
  });

  it('is the order for its owner and for the manager, and error 20203 for anybody else', async () => {
    const { client, world, outlet, start, deviceId } = await scene();
    const [guest, other, manager] = [await world.consumer(), await world.consumer(), await world.manager([outlet])];
    const couponNo = await makeCoupon(server().pool, 'free');
    const { data } = await client.starting.activate(
      { ...start, payType: 'coupon', couponNo, requestId: randomUUID() },
      { token: guest.token },
    );
    const status = async (token: string) => client.starting.deviceStatus({ deviceId }, { token });
    expect(await status(guest.token)).toMatchObject({ code: 200, data: data.orderId });
    expect(await status(manager.token)).toMatchObject({ code: 200, data: data.orderId });
    expect(await status(other.token)).toMatchObject({ code: 20203, status: 409 });
  });

  it('is an error for a chair that does not exist, is offline, is broken or is of another outlet', async () => {
    const { client, world, outlet, chair, deviceId } = await scene();
    const { token } = await world.consumer();
    const status = (id: string, as = token) => client.starting.deviceStatus({ deviceId: id }, { token: as });
    expect(await status('NOSUCH')).toMatchObject({ code: 20201, status: 404 });
    expect(await status((await world.device(outlet)).deviceId)).toMatchObject({ code: 20202, status: 409 });
    const bound = await world.consumer({ boundTo: await world.outlet() });
    const wrong = await status(deviceId, bound.token);
    expect(wrong).toMatchObject({ code: 20204, data: { name: expect.stringContaining('****') } });
    expect(wrong.message).toContain((wrong.data as unknown as { name: string }).name);
    chair.breakDown('E42');
    await until(async () => (await status(deviceId)).code === 20202);
    chair.repair();
    await until(async () => (await status(deviceId)).code === 200);
  });
});

describe('the price list', () => {
  it('is a JSON string', async () => {
    const { client, world, outlet, deviceId } = await scene();
    const { token } = await world.consumer();
    const { data } = await client.starting.priceGroup({ deviceId }, { token });
    expect(JSON.parse(data)).toEqual(
      outlet.prices.map((price) => ({ ...price, currency: 'CNY', recommended: price.gear === 'standard' })),
    );
  });

  it('requires a chair that exists', async () => {
    const { client, world } = server();
    expect(await client.starting.priceGroup({ deviceId: 'NOSUCH' }, await world.consumer())).toMatchObject({
      code: 20201,
      status: 404,
    });
  });

  it('is error 20205 if empty, and an unknown price is refused by its field', async () => {
    const { client, world, outlet, start, deviceId } = await scene();
    const { token } = await world.consumer();
    const order = { ...start, priceId: '999999', payType: 'sandbox', requestId: randomUUID() } as const;
    expect(await client.starting.activate(order, { token })).toMatchObject({ code: 400 });
    await server().pool.query('UPDATE outlets SET price_group_id = NULL WHERE id = $1', [outlet.id]);
    expect(await client.starting.priceGroup({ deviceId }, { token })).toMatchObject({ code: 20205 });
    expect(await client.starting.activate(order, { token })).toMatchObject({ code: 20205 });
  });
});

describe('many at once', () => {
  it('200 guests at one chair make one order; the others learn that it is in use', async () => {
    const { client, world, start, deviceId } = await scene();
    const guests = await Promise.all(Array.from({ length: 200 }, () => world.consumer()));
    const coupons = await Promise.all(guests.map(() => makeCoupon(server().pool, 'free')));
    const answers = await Promise.all(
      guests.map(({ token }, index) => {
        const order = { ...start, payType: 'coupon', couponNo: coupons[index], requestId: randomUUID() } as const;
        return untilServed(() => client.starting.activate(order, { token }));
      }),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 20203)).toHaveLength(199);
    const { rows } = await server().pool.query('SELECT id FROM orders WHERE device_id = $1', [deviceId]);
    expect(rows).toHaveLength(1);
  });

  it('50 times the same request is one order and one answer', async () => {
    const { client, world, outlet, start, deviceId } = await scene();
    const { token } = await world.manager([outlet]);
    const request = { ...start, payType: 'cash', requestId: randomUUID() } as const;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => untilServed(() => client.starting.activate(request, { token }))),
    );
    const later = await client.starting.activate(request, { token });
    const orderIds = new Set([...answers, later].map(({ code, data }) => (code === 200 ? data.orderId : code)));
    expect(orderIds.size).toBe(1);
    expect(later.data).toMatchObject({ status: 'running' });
    const { rows } = await server().pool.query('SELECT id FROM orders WHERE device_id = $1', [deviceId]);
    expect(rows).toHaveLength(1);
  });

  it('sixty starts of one account leave one unpaid order, and one that loses every race is asked to retry', async () => {
    const { client, world, start } = await scene();
    const { token, accountId } = await world.consumer();
    const answers = await Promise.all(
      Array.from({ length: 60 }, () =>
        client.starting.activate({ ...start, payType: 'sandbox', requestId: randomUUID() }, { token }),
      ),
    );
    const codes = new Set(answers.map(({ code }) => code));
    expect(codes).not.toContain(500);
    const unpaid = await server().pool.query("SELECT id FROM orders WHERE placed_by = $1 AND status = 'pending'", [
      accountId,
    ]);
    expect(unpaid.rows).toHaveLength(1);
  });

  it('a request that loses two deadlocks in a row is still placed', async () => {
    const { client, world, start } = await scene();
    const { token } = await world.consumer();
    const activate = (requestId: string) =>
      client.starting.activate({ ...start, payType: 'sandbox', requestId }, { token });
    const first = await activate(randomUUID());
    const requestId = randomUUID();
    const other = await server().pool.connect();
    // Another server handles the same request and waits for the lock on the first order, which this one holds.
    const same = `INSERT INTO orders (type, status, pay_type, device_id, outlet_id, placed_by, request_id, gear, minutes,
        list_amount, amount, currency, created_at, ended_at, end_reason)
      SELECT type, 'cancelled', pay_type, device_id, outlet_id, placed_by, $2, gear, minutes, list_amount, amount,
        currency, created_at, now(), 'given up' FROM orders WHERE id = $1`;
    // Completes the deadlock as soon as the server waits, before its deadlock_timeout of one second has passed.
    const lockWhenItWaits = `DO $$ BEGIN
        LOOP
          PERFORM pg_stat_clear_snapshot();
          EXIT WHEN EXISTS (SELECT FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO orders%');
          PERFORM pg_sleep(0.01);
        END LOOP;
        UPDATE orders SET minutes = minutes WHERE id = ${first.data.orderId};
      END $$`;
    try {
      // PostgreSQL cancels the transaction whose deadlock_timeout passes first: the server's.
      await other.query("BEGIN; SET LOCAL statement_timeout = '20s'; SET LOCAL deadlock_timeout = '15s'");
      await other.query(same, [first.data.orderId, requestId]);
      const again = activate(requestId);
      await other.query('SAVEPOINT before');
      await other.query(lockWhenItWaits);
      await other.query('ROLLBACK TO before'); // the server's second attempt waits for this transaction
      await other.query(lockWhenItWaits);
      await other.query('ROLLBACK');
      expect(await again).toMatchObject({ code: 200, data: { status: 'pending' } });
    } finally {
      other.release();
    }
  });
});
