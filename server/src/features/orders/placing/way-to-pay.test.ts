import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { useServer } from '../../../testing/server.ts';

const server = useServer();

it('a payer comes back to the order, or, without having paid, to the same choice at the same chair', async () => {
  const { client, world, pool, url } = server();
  const outlet = await world.outlet();
  const { deviceId } = await world.device(outlet, { name: 'Seat 5 / by the window', online: true });
  const { token } = await world.consumer();
  const request = {
    deviceId,
    priceId: outlet.prices[1]?.priceId ?? '',
    payType: 'sandbox',
    requestId: randomUUID(),
  } as const;
  const { orderId } = (await client.starting.activate(request, { token, lang: 'en_US' })).data;
  const { rows } = await pool.query<{ request: Record<'description' | 'returnUrl' | 'cancelUrl', string> }>(
    'SELECT request FROM payment_attempts WHERE order_id = $1',
    [orderId],
  );
  const { description, returnUrl, cancelUrl } = rows[0]?.request ?? { description: '', returnUrl: url, cancelUrl: url };
  expect(description).toBe('Massage chair Seat 5   by the window, 20 minutes');
  const parts = (address: string) => {
    const { origin, pathname, searchParams } = new URL(address);
    return [origin, pathname, Object.fromEntries(searchParams)];
  };
  expect(parts(returnUrl)).toEqual([url, '/pages/deviceOrder/order', { orderId, key: expect.any(String) }]);
  expect(parts(cancelUrl)).toEqual([
    url,
    '/pages/index/index',
    { deviceId, gear: 'standard', minutes: '20', payType: 'sandbox', payment: 'failed' },
  ]);
  const key = new URL(returnUrl).searchParams.get('key') ?? '';
  expect((await client.orders.returned({ orderId, key })).data).toMatchObject({ orderId, status: 'pending' });
});
