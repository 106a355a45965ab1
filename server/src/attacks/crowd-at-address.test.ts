import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { until, useChairs } from '../testing/chairs.ts';
import { useServer } from '../testing/server.ts';

/** Hundreds of free accounts behind the address of honest guests. */

/** Slow enough for the queue to form on any machine. */
const payingPace = { perSecond: 4, atOnce: 4, maxWaitMs: 30_000, maxWaiting: 1_000 };
/** Polls so often that a waiting guest is still waiting when open payments are queried. */
const payments = { queryAfterMs: 100, everyMs: 50 };
const server = useServer({}, { orders: { payingPace }, payments });
const connectChair = useChairs(server);

async function scene() {
  const outlet = await server().world.outlet();
  const { deviceId } = await connectChair(outlet);
  const place = (token: string, more: { patience?: number } = {}) =>
    server().client.starting.activate(
      { deviceId, priceId: outlet.prices[0]?.priceId ?? '', payType: 'sandbox', requestId: randomUUID(), ...more },
      { token },
    );
  const guest = async () => (await server().client.session.guest({})).data.accessToken;
  const guests = (count: number) => Promise.all(Array.from({ length: count }, guest));
  return { place, guest, guests, deviceId };
}

it('an honest first guest among them is not refused and has a way to pay', async () => {
  const { place, guest, guests } = await scene();
  const attackers = await guests(25);
  const flood = attackers.flatMap((token) => [place(token), place(token)]);
  const honest = await place(await guest());
  expect(honest).toMatchObject({ code: 200, data: { status: 'pending', payUrl: expect.any(String) } });
  const codes = (await Promise.all(flood)).map(({ code }) => code);
  expect(codes).not.toContain(429);
  expect(codes).not.toContain(503);
});

it('an impatient guest learns how long the wait is, and gets a way to pay by asking again', async () => {
  const { client } = server();
  const { place, guest, guests } = await scene();
  const flood = (await guests(20)).map((token) => place(token));
  const token = await guest();
  const { data } = await place(token, { patience: 0 });
  expect(data).toMatchObject({ status: 'pending', wait: { seconds: expect.any(Number) } });
  expect((await client.starting.pay({ orderId: data.orderId }, { token })).data.payUrl).toEqual(expect.any(String));
  await Promise.all(flood);
});

it('a guest who still waits when open payments are queried keeps the order, and then pays it', async () => {
  const { client, pool } = server();
  const { place, guest, guests } = await scene();
  const flood = (await guests(20)).map((token) => place(token));
  const token = await guest();
  const { orderId } = (await place(token, { patience: 0 })).data;
  const isAskedAbout = `SELECT FROM payment_attempts WHERE order_id = $1 AND query_at > created_at + interval '0.2 s'`;
  await until(async () => (await pool.query(isAskedAbout, [orderId])).rowCount === 1);
  expect((await client.starting.pay({ orderId }, { token })).data.payUrl).toEqual(expect.any(String));
  await Promise.all(flood);
});

it('a guest who has paid before, or comes from a wallet, does not wait behind them', async () => {
  const { pool, world } = server();
  const { place, guests, deviceId } = await scene();
  const [paid, wallet] = [await world.consumer(), await world.consumer()];
  await world.order(deviceId, { placedBy: paid });
  await pool.query(
    `INSERT INTO wallets (wallet, user_id, account_id, created_at, last_used_at) VALUES ('wechat', $1, $2, now(), now())`,
    [randomUUID(), wallet.accountId],
  );
  const flood = (await guests(20)).map((token) => place(token));
  const answers = [await place(paid.token, { patience: 0 }), await place(wallet.token, { patience: 0 })];
  expect(answers.map(({ data }) => data.payUrl)).toEqual([expect.any(String), expect.any(String)]);
  await Promise.all(flood);
});
