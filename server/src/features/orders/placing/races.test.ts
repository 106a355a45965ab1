import { randomUUID } from 'node:crypto';
import { topicOf } from '@recline/contract/topics';
import { expect, it } from 'vitest';
import { deviceOf, until, useChairs } from '../../../testing/chairs.ts';
import { makeCoupon } from '../../../testing/coupons.ts';
import { useServer } from '../../../testing/server.ts';

const server = useServer();
const connectChair = useChairs(server);

it('a coin concurrent with a start becomes an order as well', async () => {
  const { world, pool } = server();
  const outlet = await world.outlet();
  const chair = await connectChair(outlet);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO orders (type, status, pay_type, device_id, outlet_id, gear, minutes, list_amount, amount, currency)
       VALUES ('cash_coupon', 'starting', 'cash', $1, $2, 'deep', 10, 800, 800, 'CNY')`,
      [chair.deviceId, outlet.id],
    );
    chair.insertCoin({ coins: 1, amount: 100, currency: 'CNY', minutes: 5 });
    const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%INSERT INTO orders%'`;
    await until(async () => ((await pool.query(waiting)).rowCount ?? 0) > 0);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  await until(async () => chair.memory.journal.length === 0);
  const { rows } = await pool.query(
    `SELECT status, amount, overlapping FROM orders WHERE device_id = $1 AND type = 'coin'`,
    [chair.deviceId],
  );
  expect(rows).toEqual([{ status: 'finished', amount: 100, overlapping: true }]);
});

it('a guest who loses a race for a chair keeps the earlier unpaid order', async () => {
  const { client, world, pool } = server();
  const outlet = await world.outlet();
  const [chair, other] = [await connectChair(outlet), await connectChair(outlet)];
  const { token } = await world.consumer();
  const priceId = outlet.prices[0]?.priceId ?? '';
  const unpaid = { deviceId: chair.deviceId, priceId, payType: 'sandbox', requestId: randomUUID() } as const;
  const { orderId } = (await client.starting.activate(unpaid, { token })).data;
  const couponNo = await makeCoupon(pool, 'free');
  const free = { deviceId: other.deviceId, priceId, payType: 'coupon', couponNo, requestId: randomUUID() } as const;
  const winner = await pool.connect();
  try {
    await winner.query('BEGIN');
    await winner.query(
      `INSERT INTO orders (type, status, pay_type, device_id, outlet_id, gear, minutes, list_amount, amount, currency)
       VALUES ('cash_coupon', 'starting', 'cash', $1, $2, 'deep', 10, 800, 800, 'CNY')`,
      [other.deviceId, outlet.id],
    );
    const starting = client.starting.activate(free, { token });
    const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%INSERT INTO orders%'`;
    await until(async () => ((await pool.query(waiting)).rowCount ?? 0) > 0);
    await winner.query('COMMIT');
    expect(await starting).toMatchObject({ code: 20203 });
  } finally {
    winner.release();
  }
  expect((await client.orders.get({ orderId }, { token })).data.status).toBe('pending');
  const attempts = await pool.query('SELECT closing FROM payment_attempts WHERE order_id = $1', [orderId]);
  expect(attempts.rows).toEqual([{ closing: false }]);
});

it.each([
  ['fault', null],
  ['cleared', 'E42'],
])('%s, repeated after a newer report, changes nothing', async (type, expected) => {
  const { world, pool } = server();
  const chair = await connectChair(await world.outlet());
  if (expected) chair.breakDown(expected);
  await until(async () => (await deviceOf(server(), chair.deviceId))?.fault_code === expected);
  await until(async () => chair.memory.journal.length === 0);
  const eventId = randomUUID();
  const replayed = { eventId, type, code: 'E42', bootId: '1', seq: 0, at: new Date().toISOString(), offline: true };
  await chair.publishRaw(topicOf(chair.deviceId, 'evt'), JSON.stringify(replayed));
  const stored = 'SELECT FROM device_events WHERE event_id = $1';
  await until(async () => ((await pool.query(stored, [eventId])).rowCount ?? 0) > 0);
  expect((await deviceOf(server(), chair.deviceId))?.fault_code).toBe(expected);
});

it('a chair that starts after its stop is stopped again', async () => {
  const { client, world, pool } = server();
  const outlet = await world.outlet();
  const chair = await connectChair(outlet, { faultTimes: { late: 1_500, dropped: 0, dark: 0, slow: 0 } });
  chair.faults.add('startsLate');
  const { token } = await world.manager([outlet]);
  const request = { deviceId: chair.deviceId, priceId: outlet.prices[0]?.priceId ?? '', payType: 'cash' } as const;
  const started = client.starting.activate({ ...request, requestId: randomUUID() }, { token });
  const commands = async () =>
    (await pool.query<{ order_id: number }>('SELECT order_id FROM commands WHERE device_id = $1', [chair.deviceId]))
      .rows;
  const orderId = await until(async () => (await commands())[0]?.order_id);
  await client.orders.stop({ orderId: String(orderId) }, { token });
  expect(await started).toMatchObject({ code: 20206 });
  const events = 'SELECT type FROM device_events WHERE order_id = $1 ORDER BY seq';
  await until(async () => (await pool.query(events, [orderId])).rowCount === 2);
  expect(chair.memory.run).toBeUndefined();
  const { rows } = await pool.query(events, [orderId]);
  expect(rows).toEqual([{ type: 'started' }, { type: 'ended' }]);
});

it('a stop that was stored but not sent reaches its chair', async () => {
  const { client, world, pool } = server();
  const outlet = await world.outlet();
  const chair = await connectChair(outlet);
  const { token } = await world.manager([outlet]);
  const request = { deviceId: chair.deviceId, priceId: outlet.prices[0]?.priceId ?? '', payType: 'cash' } as const;
  const { data } = await client.starting.activate({ ...request, requestId: randomUUID() }, { token });
  // The chair's messages about its start have been handled.
  const said = 'SELECT FROM devices WHERE id = $1 AND seq > (SELECT max(seq) FROM device_events WHERE device_id = $1)';
  await until(async () => (await pool.query(said, [chair.deviceId])).rowCount === 1);
  const commandId = randomUUID();
  // The state left by a server that never got the answer to its commit.
  await pool.query(
    `WITH ended AS (UPDATE orders SET status = 'finished', ended_at = now(), end_reason = 'stopped' WHERE id = $1
       RETURNING id, device_id)
     INSERT INTO commands (id, device_id, type, order_id, expires_at)
     SELECT $2, device_id, 'stop', id, now() + interval '1 hour' FROM ended`,
    [data.orderId, commandId],
  );
  await until(async () => chair.memory.run === undefined);
  // Accepted, or rejected: a state report of the chair may cause another stop that arrives before this one.
  const answered = 'SELECT FROM commands WHERE id = $1 AND result IS NOT NULL';
  await until(async () => (await pool.query(answered, [commandId])).rowCount === 1);
});

it('a rejection concurrent with the deadline of its start does not deadlock with it', async () => {
  const { client, world, pool } = server();
  const outlet = await world.outlet();
  const chair = await connectChair(outlet);
  chair.faults.add('ignores');
  const { token } = await world.manager([outlet]);
  const request = { deviceId: chair.deviceId, priceId: outlet.prices[0]?.priceId ?? '', payType: 'cash' } as const;
  const started = client.starting.activate({ ...request, requestId: randomUUID() }, { token });
  const ofChair = 'SELECT id, order_id FROM commands WHERE device_id = $1';
  const command = await until(async () => (await pool.query(ofChair, [chair.deviceId])).rows[0]);
  const other = await pool.connect();
  try {
    await other.query('BEGIN');
    await other.query('SELECT FROM orders WHERE id = $1 FOR NO KEY UPDATE', [command.order_id]);
    const refusal = { commandId: command.id, result: 'rejected', reason: 'fault', at: new Date().toISOString() };
    await chair.publishRaw(topicOf(chair.deviceId, 'ack'), JSON.stringify(refusal));
    const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FROM orders%'`;
    await until(async () => ((await pool.query(waiting)).rowCount ?? 0) > 0);
    await other.query(`SET LOCAL lock_timeout = '500ms'`);
    await other.query('UPDATE commands SET reason = NULL WHERE id = $1', [command.id]);
    await other.query('COMMIT');
  } finally {
    other.release(true);
  }
  expect(await started).toMatchObject({ code: 20206 });
});
