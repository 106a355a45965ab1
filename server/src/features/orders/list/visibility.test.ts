import { expect, it } from 'vitest';
import { useServer } from '../../../testing/server.ts';

const server = useServer();

it.each(['finished', 'refunded', 'failed', 'cancelled'] as const)(
  'a manager without details who stops an order that is %s learns only its status',
  async (status) => {
    const { client, world } = server();
    const outlet = await world.outlet();
    const { deviceId } = await world.device(outlet);
    const { orderId } = await world.order(deviceId, { status, couponProperty: 'discount' });
    const { token } = await world.manager([outlet], ['home']);
    expect((await client.orders.stop({ orderId }, { token })).data).toEqual({ orderId, status });
    expect(await client.orders.get({ orderId }, { token })).toMatchObject({ code: 404 });
  },
);

it('a manager without details stops a running order and learns only its status; one with details gets the order', async () => {
  const { client, world } = server();
  const outlet = await world.outlet();
  const { deviceId } = await world.device(outlet);
  const { orderId } = await world.order(deviceId, { status: 'running' });
  const home = await world.manager([outlet], ['home']);
  const details = await world.manager([outlet]);
  const stopped = await client.orders.stop({ orderId }, { token: home.token });
  expect(stopped.data).toEqual({ orderId, status: 'finished' });
  const seen = await client.orders.stop({ orderId }, { token: details.token });
  expect(seen.data).toMatchObject({ orderId, deviceId, status: 'finished', amount: 1000 });
});
