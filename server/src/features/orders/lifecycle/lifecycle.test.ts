import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deviceOf, until, useChairs } from '../../../testing/chairs.ts';
import { makeCoupon } from '../../../testing/coupons.ts';
import { moneyOf } from '../../../testing/money.ts';
import { useServer } from '../../../testing/server.ts';

const server = useServer();
const connectChair = useChairs(server);
const minute = 60_000;

/** A guest whose free coupon runs a chair, and the manager of its outlet. */
async function runningOrder(tuning: Parameters<typeof connectChair>[1] = {}) {
  const { client, world, pool } = server();
  const outlet = await world.outlet();
  const chair = await connectChair(outlet, tuning);
  const [guest, manager] = [await world.consumer(), await world.manager([outlet])];
  const couponNo = await makeCoupon(pool, 'free');
  const { data } = await client.starting.activate(
    {
      deviceId: chair.deviceId,
      priceId: outlet.prices[0]?.priceId ?? '',
      payType: 'coupon',
      couponNo,
      requestId: randomUUID(),
    },
    { token: guest.token },
  );
  const { orderId } = data;
  const order = async () => (await client.orders.get({ orderId }, { token: guest.token })).data;
  return { client, world, pool, outlet, chair, guest, manager, orderId, order };
}

/** A manager's cash order that runs. */
async function cashOrder() {
  const { client, world, pool } = server();
  const outlet = await world.outlet();
  const chair = await connectChair(outlet);
  const { token } = await world.manager([outlet]);
  const start = { deviceId: chair.deviceId, priceId: outlet.prices[0]?.priceId ?? '', payType: 'cash' } as const;
  const { data } = await client.starting.activate({ ...start, requestId: randomUUID() }, { token });
  return { client, world, pool, outlet, chair, token, orderId: data.orderId };
}

const coinOrders = async (deviceId: string) => {
  const { rows } = await server().pool.query<{
    status: string;
    started_at: Date;
    ends_at: Date;
    overlapping: boolean;
    amount: number;
    id: number;
  }>(`SELECT * FROM orders WHERE device_id = $1 AND type = 'coin' ORDER BY started_at`, [deviceId]);
  return rows;
};
const coin = { coins: 2, amount: 1000, currency: 'CNY', minutes: 10 } as const;

describe('a running order', () => {
  it('is stopped by its guest: the chair stops and the order is finished', async () => {
    const { client, chair, guest, orderId, order } = await runningOrder();
    const stopped = await client.orders.stop({ orderId }, { token: guest.token });
    expect(stopped.data).toMatchObject({ status: 'finished', endedAt: expect.any(String) });
    await until(async () => (await order()).stop === 'confirmed');
    expect(chair.state).toBe('idle');
    const again = await client.orders.stop({ orderId }, { token: guest.token });
    expect(again.data).toEqual({ ...stopped.data, stop: 'confirmed', serverTime: expect.any(String) });
  });

  it("can be stopped by its outlet's manager, and is not found by anybody else", async () => {
    const { client, world, manager, orderId } = await runningOrder();
    const [other, elsewhere] = [await world.consumer(), await world.manager([await world.outlet()])];
    for (const { token } of [other, elsewhere]) {
      expect(await client.orders.stop({ orderId }, { token })).toMatchObject({ code: 404 });
      expect(await client.orders.get({ orderId }, { token })).toMatchObject({ code: 404 });
    }
    const stopped = await client.orders.stop({ orderId }, { token: manager.token });
    expect(stopped.data).toMatchObject({ status: 'finished' });
  });

  it('ends when its chair reports the end', async () => {
    const { order } = await runningOrder({ secondsPerMinute: 0.05 });
    await until(async () => (await order()).status === 'finished');
  });

  it('ends by itself when its time is over without a report', async () => {
    const { chair, order } = await runningOrder();
    await chair.dropConnection();
    const { endsAt } = await order();
    server().setTime(new Date(new Date(endsAt ?? 0).getTime() + 1_000));
    try {
      await until(async () => (await order()).status === 'finished');
    } finally {
      server().setTime(undefined);
    }
    expect((await order()).endedAt).toBe(endsAt);
  });

  it('goes on while its chair is offline, and gets its end from the replayed event', async () => {
    const { chair, order } = await runningOrder({ secondsPerMinute: 0.1 });
    await chair.dropConnection();
    await until(async () => (await deviceOf(server(), chair.deviceId))?.online === false);
    expect((await order()).status).toBe('running');
    await until(async () => chair.state === 'idle');
    expect((await order()).status).toBe('running');
    await chair.connect();
    await until(async () => (await order()).status === 'finished');
    const { rows } = await server().pool.query(
      'SELECT type, offline FROM device_events WHERE device_id = $1 ORDER BY seq',
      [chair.deviceId],
    );
    expect(rows).toEqual([
      { type: 'started', offline: false },
      { type: 'ended', offline: true },
    ]);
    await until(async () => chair.memory.journal.length === 0);
  });

  it('ends when the power goes, and the chair is free after its reboot', async () => {
    const { client, chair, guest, order } = await runningOrder();
    await chair.cutPower(50);
    await until(async () => (await order()).status === 'finished');
    await until(async () => {
      const status = await client.starting.deviceStatus({ deviceId: chair.deviceId }, { token: guest.token });
      return status.code === 200 && status.data === null;
    });
  });

  it('is listed for its guest only, newest first, page by page', async () => {
    const { client, world, guest, orderId } = await runningOrder();
    const device = await world.device(await world.outlet());
    const placedBy = guest;
    const older = await world.order(device.deviceId, { placedBy, at: new Date(Date.now() - 3600_000) });
    const oldest = await world.order(device.deviceId, { placedBy, at: new Date(Date.now() - 7200_000) });
    const first = await client.orders.mine({ limit: 2 }, { token: guest.token });
    expect(first.data.rows.map((row) => row.orderId)).toEqual([orderId, older.orderId]);
    const second = await client.orders.mine({ limit: 2, cursor: first.data.nextCursor ?? '' }, { token: guest.token });
    expect(second.data).toMatchObject({ rows: [{ orderId: oldest.orderId }], nextCursor: null });
    const stranger = await world.consumer();
    expect((await client.orders.mine({}, { token: stranger.token })).data.rows).toEqual([]);
  });
});

describe('a refund', () => {
  it('of a running cash order stops the chair and returns the cash, once however often it is requested', async () => {
    const { client, pool, chair, token, orderId } = await cashOrder();
    const refund = () => client.orders.refund({ orderId, reason: 'it squeaks' }, { token });
    const [first, second] = await Promise.all([refund(), refund()]);
    expect([first.data.status, second.data.status]).toEqual(['refunded', 'refunded']);
    expect((await refund()).data.endedAt).toBe(first.data.endedAt);
    await until(async () => chair.state === 'idle');
    await until(async () => (await moneyOf(pool, orderId)).length === 3);
    const rows = await moneyOf(pool, orderId);
    expect(rows.map(({ kind, provider, amount, state }) => [kind, provider, amount, state])).toEqual([
      ['paid', 'cash', 800, 'done'],
      ['refund', 'cash', 800, 'done'],
      ['refunded', 'cash', 800, 'done'],
    ]);
  });

  it('of an order that cost nothing moves no money', async () => {
    const { client, pool, manager, orderId } = await runningOrder();
    const { data } = await client.orders.refund({ orderId, reason: 'sorry' }, { token: manager.token });
    expect(data.status).toBe('refunded');
    expect(await moneyOf(pool, orderId)).toEqual([]);
  });

  it.each(['pending', 'failed', 'cancelled'] as const)('of an order that is %s is a conflict', async (status) => {
    const { client, world } = server();
    const outlet = await world.outlet();
    const { deviceId } = await world.device(outlet);
    const { orderId } = await world.order(deviceId, { status, placedBy: await world.consumer() });
    const { token } = await world.manager([outlet]);
    expect(await client.orders.refund({ orderId, reason: 'x' }, { token })).toMatchObject({ code: 409 });
  });

  it('is allowed to managers of the outlet with the permission only', async () => {
    const { client, world, outlet, guest, orderId } = await runningOrder();
    const refund = (token: string) => client.orders.refund({ orderId, reason: 'x' }, { token });
    expect(await refund(guest.token)).toMatchObject({ code: 403 });
    expect(await refund((await world.manager([outlet], ['home'])).token)).toMatchObject({ code: 403 });
    expect(await refund((await world.manager([await world.outlet()])).token)).toMatchObject({ code: 404 });
  });
});

describe('coins', () => {
  it('make an order that runs, and the chair is in use', async () => {
    const { client, world } = server();
    const chair = await connectChair(await world.outlet());
    chair.insertCoin(coin);
    const [order] = await until(async () => {
      const rows = await coinOrders(chair.deviceId);
      return rows.length > 0 && rows;
    });
    expect(order).toMatchObject({ status: 'running', amount: 1000, overlapping: false });
    const { token } = await world.consumer();
    const status = await client.starting.deviceStatus({ deviceId: chair.deviceId }, { token });
    expect(status).toMatchObject({ code: 20203 });
    expect(await moneyOf(server().pool, String(order?.id))).toMatchObject([{ kind: 'paid', provider: 'coin' }]);
  });

  it('of a day offline arrive as one order each, with their own times', async () => {
    const { world } = server();
    const chair = await connectChair(await world.outlet(), { replaysPerSecond: 50 });
    await chair.dropConnection();
    const times = Array.from({ length: 40 }, (_, index) => new Date(Date.now() - 23 * 3600_000 + index * 30 * minute));
    for (const at of times) chair.insertCoin({ ...coin, at });
    await chair.connect();
    const orders = await until(async () => {
      const rows = await coinOrders(chair.deviceId);
      return rows.length === times.length && rows;
    });
    expect(orders.map((order) => order.started_at)).toEqual(times);
    expect(new Set(orders.map((order) => order.status))).toEqual(new Set(['finished']));
    expect(orders.every((order) => order.ends_at.getTime() - order.started_at.getTime() === 10 * minute)).toBe(true);
    await until(async () => chair.memory.journal.length === 0);
    expect(await deviceOf(server(), chair.deviceId)).toMatchObject({ total_coins: 80, coin_difference: 0 });
  });

  it('that overlap another order become orders too, finished and marked', async () => {
    const { chair, order } = await runningOrder();
    chair.insertCoin(coin);
    const [overlapping] = await until(async () => {
      const rows = await coinOrders(chair.deviceId);
      return rows.length > 0 && rows;
    });
    expect(overlapping).toMatchObject({ status: 'finished', overlapping: true });
    expect((await order()).status).toBe('running');
  });

  it('take a chair for which an order awaits payment; a payment for that order is refunded', async () => {
    const { client, world, pool } = server();
    const outlet = await world.outlet();
    const chair = await connectChair(outlet);
    const { token } = await world.consumer();
    const start = { deviceId: chair.deviceId, priceId: outlet.prices[0]?.priceId ?? '', payType: 'sandbox' } as const;
    const { data } = await client.starting.activate({ ...start, requestId: randomUUID() }, { token });
    chair.insertCoin(coin);
    await until(async () => (await coinOrders(chair.deviceId))[0]?.status === 'running');
    const order = async () => (await client.orders.get({ orderId: data.orderId }, { token })).data;
    expect((await order()).status).toBe('pending');
    await fetch(data.payUrl ?? '', {
      method: 'POST',
      body: new URLSearchParams({ decision: 'paid' }),
      redirect: 'manual',
    });
    await until(async () => (await order()).status === 'cancelled');
    await until(async () => (await moneyOf(pool, data.orderId)).length === 3);
    expect((await moneyOf(pool, data.orderId)).map(({ kind }) => kind)).toEqual(['paid', 'refund', 'refunded']);
  });

  it('that are replayed after the order they overlapped is over are marked as overlapping', async () => {
    const { client, chair, guest, orderId } = await runningOrder({ replaysPerSecond: 50 });
    const at = new Date();
    await client.orders.stop({ orderId }, { token: guest.token });
    await until(async () => chair.state === 'idle');
    await chair.dropConnection();
    chair.insertCoin({ ...coin, at });
    await chair.connect();
    const [order] = await until(async () => {
      const rows = await coinOrders(chair.deviceId);
      return rows.length > 0 && rows;
    });
    expect(order).toMatchObject({ overlapping: true });
  });

  it('dated in the future are booked at their receipt', async () => {
    const { world } = server();
    const chair = await connectChair(await world.outlet());
    chair.insertCoin({ ...coin, at: new Date(Date.now() + 20 * 3600_000) });
    const [order] = await until(async () => {
      const rows = await coinOrders(chair.deviceId);
      return rows.length > 0 && rows;
    });
    expect(order && order.started_at.getTime() <= Date.now()).toBe(true);
  });

  it('that never reached the server show as a difference, and create no order', async () => {
    const { world } = server();
    const chair = await connectChair(await world.outlet());
    chair.memory.totalCoins = 7;
    chair.insertCoin(coin);
    await until(async () => (await coinOrders(chair.deviceId)).length === 1);
    expect(await deviceOf(server(), chair.deviceId)).toMatchObject({ total_coins: 9, coin_difference: 7 });
  });
});

describe('overdue orders', () => {
  it('are finished even if one of them cannot be changed', async () => {
    const { pool, world } = server();
    const outlet = await world.outlet();
    const past = new Date(Date.now() - 3600_000);
    const overdue = async () => {
      const { deviceId } = await world.device(outlet);
      return (await world.order(deviceId, { status: 'running', at: past })).id;
    };
    await pool.query('CREATE TABLE stuck (id bigint)');
    await pool.query(`CREATE FUNCTION refuse_stuck() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.id IN (SELECT id FROM stuck) THEN RAISE EXCEPTION 'stuck'; END IF; RETURN NEW; END $$`);
    await pool.query(
      'CREATE TRIGGER refuse_stuck BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION refuse_stuck()',
    );
    const { deviceId } = await world.device(outlet);
    const { id: stuck } = await world.order(deviceId, { status: 'running' });
    await pool.query('INSERT INTO stuck VALUES ($1)', [stuck]);
    await pool.query(`ALTER TABLE orders DISABLE TRIGGER refuse_stuck`);
    await pool.query(`UPDATE orders SET ends_at = $2, started_at = $2 WHERE id = $1`, [stuck, past]);
    await pool.query(`ALTER TABLE orders ENABLE TRIGGER refuse_stuck`);
    const others = [await overdue(), await overdue()];
    const ended = 'SELECT id FROM orders WHERE id = ANY($1) AND status = $2';
    await until(async () => (await pool.query(ended, [others, 'finished'])).rowCount === 2);
    await pool.query('DROP TRIGGER refuse_stuck ON orders');
    await until(async () => (await pool.query(ended, [[stuck], 'finished'])).rowCount === 1);
  });
});
