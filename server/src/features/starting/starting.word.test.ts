import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { topicOf } from '@recline/contract/topics';
import type { FaultName } from '@recline/simulator/faults';
import { describe, expect, it } from 'vitest';
import { until, useChairs } from '../../testing/chairs.ts';
import { holdEvents } from '../../testing/hold.ts';
import { moneyOf } from '../../testing/money.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();
const connectChair = useChairs(server);

async function scene(...faults: FaultName[]) {
  const { client, world } = server();
  const outlet = await world.outlet();
  const chair = await connectChair(outlet);
  for (const fault of faults) chair.faults.add(fault);
  const [{ token }, colleague] = [await world.manager([outlet]), await world.manager([outlet])];
  const { deviceId } = chair;
  const request = { deviceId, priceId: outlet.prices[0]?.priceId ?? '', payType: 'cash', requestId: randomUUID() };
  const start = () => client.starting.activate({ ...request, payType: 'cash' }, { token });
  const orderAs = (orderId: string, as: string) => client.orders.get({ orderId }, { token: as });
  return { client, outlet, chair, token, colleague, start, orderAs };
}

describe("the chair's word that it runs", () => {
  it('is the answer, before it is stored; who got it finds it stored in whatever they ask next', async () => {
    const { client, chair, token, colleague, start, orderAs } = await scene();
    const release = await holdEvents(server().pool);
    const { data } = await start();
    expect(data.status).toBe('running');
    expect((await orderAs(data.orderId, colleague.token)).data.status).toBe('starting');
    const own = Promise.all([
      orderAs(data.orderId, token),
      client.revenue.home({}, { token }),
      client.starting.deviceStatus({ deviceId: chair.deviceId }, { token }),
    ]);
    expect(await Promise.race([own, sleep(200, 'they wait')])).toBe('they wait');
    expect(chair.memory.journal).toHaveLength(1);
    await release();
    const [order, home, status] = await own;
    expect(order.data.status).toBe('running');
    expect(home.data.today.total).toBe(order.data.amount);
    expect(status.data).toBe(data.orderId);
    await until(async () => chair.memory.journal.length === 0);
  });

  it('stands when somebody stops the order before it is stored: it ran, and nothing goes back', async () => {
    const { client, chair, colleague, start } = await scene();
    const release = await holdEvents(server().pool);
    const { data } = await start();
    const stopped = await client.orders.stop({ orderId: data.orderId }, { token: colleague.token });
    expect(stopped.data).toMatchObject({ status: 'finished', startedAt: expect.any(String) });
    await release();
    await until(async () => chair.state === 'idle' && chair.memory.journal.length === 0);
    expect(await moneyOf(server().pool, data.orderId)).toMatchObject([{ kind: 'paid' }]);
  });

  it('counts for its own order only: another chair cannot give it', async () => {
    const { outlet, chair, start, token, orderAs } = await scene('acksOnly');
    const liar = await connectChair(outlet);
    const answer = start();
    const starting = "SELECT id FROM orders WHERE device_id = $1 AND status = 'starting'";
    const { id } = await until(async () => (await server().pool.query(starting, [chair.deviceId])).rows[0]);
    const lie = { eventId: randomUUID(), bootId: 'x', seq: 999, type: 'started', at: new Date().toISOString() };
    const text = JSON.stringify({ ...lie, orderId: String(id), minutes: 10, gear: 'gentle' });
    await liar.publishRaw(topicOf(liar.deviceId, 'evt'), text);
    expect(await answer).toMatchObject({ code: 20206 });
    expect((await orderAs(String(id), token)).data.status).toBe('failed');
  });
});
