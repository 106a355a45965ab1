import { randomUUID } from 'node:crypto';
import type { useChairs } from './chairs.ts';
import { until } from './chairs.ts';
import { moneyOf } from './money.ts';
import type { TestServer } from './start.ts';

/** An order of 20 minutes and 15.00 that was paid online and runs, with its guest and its manager. */
export async function payAndRun({ client, world, pool }: TestServer, connectChair: ReturnType<typeof useChairs>) {
  const outlet = await world.outlet();
  const chair = await connectChair(outlet);
  const { token } = await world.consumer();
  const manager = await world.manager([outlet]);
  const priceId = outlet.prices[1]?.priceId ?? '';
  const input = { deviceId: chair.deviceId, priceId, payType: 'sandbox', requestId: randomUUID() };
  const { orderId, payUrl = '' } = (await client.starting.activate(input, { token })).data;
  await fetch(payUrl, { method: 'POST', body: new URLSearchParams({ decision: 'paid' }), redirect: 'manual' });
  const order = async () => (await client.orders.get({ orderId }, { token })).data;
  await until(async () => (await order()).status === 'running');
  const refund = (asked: { amount?: number; requestId?: string } = {}) =>
    client.orders.refund({ orderId, reason: 'sorry', ...asked }, { token: manager.token });
  const money = async () => (await moneyOf(pool, orderId)).map(({ kind, amount }) => `${kind} ${amount}`);
  return { client, pool, outlet, chair, token, manager, orderId, order, refund, money };
}
