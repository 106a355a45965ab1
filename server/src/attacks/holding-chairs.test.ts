import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { until, useChairs } from '../testing/chairs.ts';
import { useServer } from '../testing/server.ts';

/** A guest who places unpaid orders on every chair, again and again. */

const server = useServer();
const connectChair = useChairs(server);

async function fleet() {
  const { world } = server();
  const outlet = await world.outlet();
  const chairs = await Promise.all(Array.from({ length: 15 }, () => connectChair(outlet)));
  const start = (chair: { deviceId: string }) =>
    ({ deviceId: chair.deviceId, priceId: outlet.prices[0]?.priceId ?? '', requestId: randomUUID() }) as const;
  return { outlet, chairs, start };
}

/** Starts every chair in turn, without ever paying. Returns the answers' codes. */
async function startAll({ chairs, start }: Awaited<ReturnType<typeof fleet>>, attacker: { token: string }) {
  const codes: number[] = [];
  for (const chair of chairs) {
    codes.push((await server().client.starting.activate({ ...start(chair), payType: 'sandbox' }, attacker)).code);
  }
  return codes;
}
const tenServed = [...Array(10).fill(200), ...Array(5).fill(429)];

const pay = (payUrl: string | undefined) =>
  fetch(payUrl ?? '', { method: 'POST', body: new URLSearchParams({ decision: 'paid' }), redirect: 'manual' });

it('holds no chair: everybody else can pay for and start each chair, and the guest has at most one unpaid order', async () => {
  const { client, world, pool } = server();
  const { outlet, chairs, start } = await fleet();
  const attacker = await world.consumer();
  expect(await startAll({ outlet, chairs, start }, attacker)).toEqual(tenServed);
  const unpaid = `SELECT FROM orders WHERE placed_by = $1 AND status = 'pending'`;
  expect((await pool.query(unpaid, [attacker.accountId])).rowCount).toBe(1);
  const manager = await world.manager([outlet]);
  for (const chair of chairs) {
    const guest = await world.consumer();
    const { data: order } = await client.starting.activate({ ...start(chair), payType: 'sandbox' }, guest);
    await pay(order.payUrl);
    const { orderId } = order;
    await until(async () => (await client.orders.get({ orderId }, guest)).data.status === 'running');
    expect(chair.state).toBe('running');
    await client.orders.stop({ orderId }, guest);
    await until(async () => chair.state === 'idle');
    const { data: cash } = await client.starting.activate({ ...start(chair), payType: 'cash' }, manager);
    expect(cash.status).toBe('running');
  }
  expect((await pool.query(unpaid, [attacker.accountId])).rowCount).toBe(1);
});

it('is refused after ten starts in a minute', async () => {
  const attacker = await server().world.consumer();
  expect(await startAll(await fleet(), attacker)).toEqual(tenServed);
});

it('when two guests pay for one chair, the first gets it and the other is refunded', async () => {
  const { client, world, pool } = server();
  const { chairs, start } = await fleet();
  const guests = [await world.consumer(), await world.consumer()];
  const [chair] = chairs;
  if (!chair) throw new Error('no chair');
  const orders: { orderId: string; payUrl?: string | undefined }[] = [];
  for (const guest of guests) {
    const { data } = await client.starting.activate({ ...start(chair), payType: 'sandbox' }, guest);
    orders.push(data);
  }
  await Promise.all(orders.map(({ payUrl }) => pay(payUrl)));
  const outcome = async () => {
    const ids = orders.map(({ orderId }) => Number(orderId));
    const { rows } = await pool.query<{ status: string; end_reason: string | null; kept: number }>(
      `SELECT status, end_reason, (SELECT coalesce(sum(CASE kind WHEN 'paid' THEN amount ELSE -amount END), 0)
         FROM ledger l WHERE l.order_id = o.id) AS kept FROM orders o WHERE id = ANY($1) ORDER BY status`,
      [ids],
    );
    return rows;
  };
  await until(async () => (await outcome()).map(({ status }) => status).join() === 'cancelled,running');
  await until(async () => (await outcome())[0]?.kept === 0);
  expect(await outcome()).toEqual([
    { status: 'cancelled', end_reason: 'taken', kept: 0 },
    { status: 'running', end_reason: null, kept: 800 },
  ]);
});

it('nobody can send feedback on an order that was never paid', async () => {
  const { client } = server();
  const { chairs, start } = await fleet();
  const guest = await server().world.consumer();
  const [chair] = chairs;
  if (!chair) throw new Error('no chair');
  const { data } = await client.starting.activate({ ...start(chair), payType: 'sandbox' }, guest);
  await client.orders.stop({ orderId: data.orderId }, guest);
  const feedback = { orderId: data.orderId, problem: 'noise', description: 'x', files: [] } as const;
  expect(await client.feedback.insert(feedback, guest)).toMatchObject({ code: 409 });
});
