import { createHmac, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { secret } from '../../../platform/secrets.ts';
import { until, useChairs } from '../../../testing/chairs.ts';
import { useServer } from '../../../testing/server.ts';

const server = useServer({}, { payments: { answerNoticeMs: 50 } });
const connectChair = useChairs(server);

/** An unpaid order, and its notice from the sandbox, signed with the right or another secret. */
async function unpaidOrder() {
  const { client, world, pool, url } = server();
  const outlet = await world.outlet();
  const { deviceId } = await connectChair(outlet);
  const guest = await world.consumer();
  const request = { deviceId, priceId: outlet.prices[1]?.priceId ?? '', payType: 'sandbox', requestId: randomUUID() };
  const { orderId } = (await client.starting.activate(request, guest)).data;
  const find = 'SELECT number FROM payment_attempts WHERE order_id = $1';
  const number = (await pool.query<{ number: string }>(find, [orderId])).rows[0]?.number;
  const body = JSON.stringify({ number, status: 'paid', ref: randomUUID(), amount: 1500, currency: 'CNY' });
  const send = async (key: string) => {
    const signature = createHmac('sha256', key).update(body).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-sandbox-signature': signature };
    return fetch(`${url}/api/payments/notice/sandbox`, { method: 'POST', headers, body });
  };
  const status = async () => (await client.orders.get({ orderId }, guest)).data.status;
  return { orderId, status, send };
}

it('is answered as soon as it is stored if the start takes long, and judged later; a forged one is refused', async () => {
  const { pool } = server();
  const { orderId, status, send } = await unpaidOrder();
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM orders WHERE id = $1 FOR UPDATE', [orderId]);
    expect((await send(await secret(pool, 'sandbox'))).ok).toBe(true);
    expect((await send('a stranger')).ok).toBe(false);
    expect(await status()).toBe('pending');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
  await until(async () => (await status()) === 'running');
});

const forged = {
  logged: (level: number) =>
    server().logged.filter((line) => line.includes('not genuine') && line.startsWith(`{"level":${level},`)).length,
  async stored() {
    const { rows } = await server().pool.query("SELECT count(*) FROM payment_notices WHERE outcome = 'forged'");
    return Number(rows[0].count);
  },
  async counted() {
    const text = await (await fetch(`${server().url}/metrics`)).text();
    return Number(/^recline_payment_notices_total\{provider="sandbox",outcome="forged"\} (\d+)/m.exec(text)?.[1] ?? 0);
  },
};
const warn = 40;

it('that is forged is always counted, but stored and logged only a few times out of hundreds; a genuine one is accepted', async () => {
  const { pool } = server();
  const { status, send } = await unpaidOrder();
  const before = await forged.counted();
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all(Array.from({ length: 30 }, () => send('a stranger')));
    expect(answers.some((answer) => answer.ok)).toBe(false);
  }
  expect((await forged.counted()) - before).toBe(300);
  // The test may run across the end of a minute, so that the limits of two minutes apply.
  expect(await forged.stored()).toBeLessThanOrEqual(120);
  expect(forged.logged(warn)).toBeLessThanOrEqual(6);
  expect((await send(await secret(pool, 'sandbox'))).ok).toBe(true);
  await until(async () => (await status()) === 'running');
});
