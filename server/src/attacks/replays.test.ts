import { createHmac, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { noticePath, signatureHeader } from '../features/payments/index.ts';
import { secret } from '../platform/secrets.ts';
import { until, useChairs } from '../testing/chairs.ts';
import { moneyOf } from '../testing/money.ts';
import { useServer } from '../testing/server.ts';

/** Payment notices that are intercepted and replayed. */

const server = useServer();
const connectChair = useChairs(server);

async function pendingOrder() {
  const { client, world } = server();
  const outlet = await world.outlet();
  const { deviceId } = await connectChair(outlet, { secondsPerMinute: 0.1 });
  const { token } = await world.consumer();
  const priceId = outlet.prices[0]?.priceId ?? '';
  const request = { deviceId, priceId, payType: 'sandbox', requestId: randomUUID() } as const;
  const { orderId } = (await client.starting.activate(request, { token })).data;
  const status = async () => (await client.orders.get({ orderId }, { token })).data.status;
  const find = 'SELECT number FROM payment_attempts WHERE order_id = $1';
  const number = (await server().pool.query<{ number: string }>(find, [orderId])).rows[0]?.number ?? '';
  return { orderId, number, amount: outlet.prices[0]?.amount ?? 0, status };
}

const sign = async (body: string) =>
  createHmac('sha256', await secret(server().pool, 'sandbox'))
    .update(body)
    .digest('hex');

const send = async (body: string, signature: string) =>
  (
    await fetch(`${server().url}${noticePath}/sandbox`, {
      method: 'POST',
      body,
      headers: { [signatureHeader]: signature },
    })
  ).status;

const noticeOf = ({ number, amount }: { number: string; amount: number }) =>
  JSON.stringify({ number, status: 'paid', ref: randomUUID(), amount, currency: 'CNY' });
const kinds = async (orderId: string) => (await moneyOf(server().pool, orderId)).map((row) => row.kind);

describe('an intercepted notice', () => {
  it('pays once, however often and however late it is replayed', async () => {
    const order = await pendingOrder();
    const body = noticeOf(order);
    const signature = await sign(body);
    await Promise.all(Array.from({ length: 10 }, () => send(body, signature)));
    await until(async () => (await order.status()) === 'finished');
    await send(body, signature);
    expect(await kinds(order.orderId)).toEqual(['paid']);
    expect(await order.status()).toBe('finished');
  });

  it('pays no other order if its number is changed', async () => {
    const [paid, other] = [await pendingOrder(), await pendingOrder()];
    const body = noticeOf(paid);
    const signature = await sign(body);
    expect(await send(body.replace(paid.number, other.number), signature)).toBe(403);
    expect(await send(body.replace('"paid"', '"dead"'), signature)).toBe(403);
    expect(await send(`${body} `, signature)).toBe(403);
    expect(await send(body, '')).toBe(403);
    expect(await kinds(other.orderId)).toEqual([]);
    expect(await other.status()).toBe('pending');
  });

  it('of a payment that was declined does not bring the order back', async () => {
    const order = await pendingOrder();
    const declined = noticeOf(order).replace('"paid"', '"dead"');
    expect(await send(declined, await sign(declined))).toBe(200);
    expect(await send(declined, await sign(declined))).toBe(200);
    expect(await order.status()).toBe('cancelled');
    expect(await kinds(order.orderId)).toEqual([]);
  });
});
