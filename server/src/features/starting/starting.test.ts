import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { connectChair } from '../../testing/chairs.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();

describe('a manager at the counter', () => {
  it('starts a chair against cash: the order runs, and bears the number of a cash coupon', async () => {
    const { client, world } = server();
    const outlet = await world.outlet();
    const { token } = await world.manager([outlet]);
    const { deviceId } = await connectChair(server(), outlet);
    const priceId = outlet.prices[0]?.priceId ?? '';
    const started = await client.starting.activate(
      { deviceId, priceId, payType: 'cash', requestId: randomUUID() },
      { token },
    );
    expect(started).toMatchObject({ code: 200, data: { status: 'running' } });
    const { data: order } = await client.orders.get({ orderId: started.data.orderId }, { token });
    expect(order).toMatchObject({ type: 'cash_coupon', payType: 'cash', status: 'running', amount: 800, minutes: 10 });
    expect(order.cashCouponNo).toMatch(/^\d{12}$/);
  });
});
