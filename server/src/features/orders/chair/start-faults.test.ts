import { randomUUID } from 'node:crypto';
import type { FaultName } from '@recline/simulator/faults';
import { describe, expect, it } from 'vitest';
import { until, useChairs } from '../../../testing/chairs.ts';
import { makeCashCoupon, makeCoupon } from '../../../testing/coupons.ts';
import { moneyOf } from '../../../testing/money.ts';
import { useServer } from '../../../testing/server.ts';

const server = useServer();
const connectChair = useChairs(server);

async function scene(...faults: FaultName[]) {
  const { client, world, pool } = server();
  const outlet = await world.outlet();
  const chair = await connectChair(outlet);
  for (const fault of faults) chair.faults.add(fault);
  const [price] = outlet.prices;
  const { token } = await world.manager([outlet]);
  const guest = await world.consumer();
  const start = { deviceId: chair.deviceId, priceId: price?.priceId ?? '' };
  const counter = () => client.starting.activate({ ...start, payType: 'cash', requestId: randomUUID() }, { token });
  const lastOrder = async () => {
    const { rows } = await pool.query<{ id: number }>('SELECT id FROM orders WHERE device_id = $1 ORDER BY id DESC', [
      chair.deviceId,
    ]);
    const { data } = await client.orders.get({ orderId: String(rows[0]?.id) }, { token });
    return data;
  };
  return { client, pool, outlet, chair, token, guest, start, counter, lastOrder };
}

describe.concurrent('a chair that', () => {
  it.for<[FaultName, number]>([
    ['refuses', 20206],
    ['ignores', 20206],
    ['acksOnly', 20206],
    ['powerCut', 20206],
    ['duplicates', 200],
    ['dropsInTheMiddle', 200],
    ['wrongClock', 200],
  ])('%s answers %i, and the money is where it should be', async ([fault, code], { expect }) => {
    const { counter, lastOrder, pool } = await scene(fault);
    expect(await counter()).toMatchObject({ code });
    const order = await lastOrder();
    const failed = code !== 200;
    expect(order.status).toBe(failed ? 'failed' : 'running');
    const expected = failed ? ['paid', 'refund', 'refunded'] : ['paid'];
    await until(async () => (await moneyOf(pool, order.orderId)).length === expected.length);
    const rows = await moneyOf(pool, order.orderId);
    expect(rows.map((row) => [row.kind, row.provider, row.amount])).toEqual(
      expected.map((kind) => [kind, 'cash', 800]),
    );
  });

  it('starts late is stopped again, and its order stays failed', async ({ expect }) => {
    const { counter, lastOrder, chair, pool } = await scene('startsLate');
    expect(await counter()).toMatchObject({ code: 20206 });
    const { orderId } = await lastOrder();
    const events = 'SELECT type FROM device_events WHERE order_id = $1 ORDER BY seq';
    await until(async () => (await pool.query(events, [orderId])).rows.length === 2);
    expect((await pool.query(events, [orderId])).rows).toEqual([{ type: 'started' }, { type: 'ended' }]);
    expect(chair.state).toBe('idle');
    expect(await lastOrder()).toMatchObject({ orderId, status: 'failed', startedAt: null });
  });

  it('has a slow clock starts its order at the time of the report, not a day ago', async ({ expect }) => {
    const { counter, lastOrder, pool } = await scene('wrongClock');
    await counter();
    const order = await lastOrder();
    expect(new Date(order.startedAt ?? 0).getTime()).toBeGreaterThanOrEqual(new Date(order.createdAt).getTime());
    const { rows } = await pool.query('SELECT clock_distrusted FROM device_events WHERE order_id = $1', [
      order.orderId,
    ]);
    expect(rows).toEqual([{ clock_distrusted: true }]);
  });

  it('reports everything twice has one order, one start and no extra minutes', async ({ expect }) => {
    const { counter, lastOrder, pool } = await scene('duplicates');
    await counter();
    const order = await lastOrder();
    const length = new Date(order.endsAt ?? 0).getTime() - new Date(order.startedAt ?? 0).getTime();
    expect(length).toBe(order.minutes * 60_000);
    const { rows } = await pool.query('SELECT type FROM device_events WHERE order_id = $1', [order.orderId]);
    expect(rows).toEqual([{ type: 'started' }]);
  });
});

describe('a coupon used at a chair that does not start', () => {
  it('is usable again, whether coupon or cash coupon', async () => {
    const { client, pool, outlet, chair, guest, start } = await scene('refuses');
    const couponNo = await makeCoupon(pool, 'free');
    const cashCouponNo = await makeCashCoupon(pool, outlet, 800);
    const sent = { token: guest.token };
    const byCoupon = () =>
      client.starting.activate({ ...start, payType: 'coupon', couponNo, requestId: randomUUID() }, sent);
    const byCash = () =>
      client.starting.activate({ ...start, payType: 'cash', cashCouponNo, requestId: randomUUID() }, sent);
    expect(await byCoupon()).toMatchObject({ code: 20206 });
    expect(await byCash()).toMatchObject({ code: 20206 });
    chair.faults.clear();
    const { data } = await byCoupon();
    expect(data).toMatchObject({ status: 'running' });
    await client.orders.stop({ orderId: data.orderId }, sent);
    await until(async () => chair.state === 'idle');
    expect(await byCash()).toMatchObject({ code: 200, data: { status: 'running' } });
    expect(await byCoupon()).toMatchObject({ code: 20203 });
  });

  it('that a manager issued for one start is void: the cash was handed back', async () => {
    const { client, counter, lastOrder, chair, guest, start } = await scene('refuses');
    await counter();
    const { cashCouponNo } = await lastOrder();
    chair.faults.clear();
    const again = { ...start, payType: 'cash', cashCouponNo: cashCouponNo ?? '', requestId: randomUUID() } as const;
    expect(await client.starting.activate(again, { token: guest.token })).toMatchObject({ code: 20302 });
  });
});
