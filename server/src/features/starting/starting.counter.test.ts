import { randomUUID } from 'node:crypto';
import { topicOf } from '@recline/contract/topics';
import { expect, it, onTestFinished } from 'vitest';
import { until, useChairs } from '../../testing/chairs.ts';
import { openEvents } from '../../testing/events.ts';
import { moneyOf } from '../../testing/money.ts';
import { useServer } from '../../testing/server.ts';
import type { Outlet } from '../../testing/world.ts';

const server = useServer();
const connectChair = useChairs(server);

const cash = (deviceId: string, outlet: Outlet) => ({
  deviceId,
  priceId: outlet.prices[0]?.priceId ?? '',
  payType: 'cash' as const,
  requestId: randomUUID(),
});

it('starts asked for together each get their own order, and those that cannot be are told why', async () => {
  const { client, world, pool } = server();
  const [outlet, elsewhere] = [await world.outlet(), await world.outlet()];
  const [{ token }, other] = [await world.manager([outlet]), await world.manager([elsewhere])];
  const chairs = await Promise.all(Array.from({ length: 12 }, () => connectChair(outlet)));
  const [first, ...rest] = chairs.map((chair) => cash(chair.deviceId, outlet));
  if (!first) throw new Error('there are chairs');
  const { deviceId: offline } = await world.device(outlet);
  const { deviceId: free } = await connectChair(outlet);

  const ask = (order: ReturnType<typeof cash>, by = token) => client.starting.activate(order, { token: by });
  const [placed, again, rival, stranger, absent, wrongPrice, ...others] = await Promise.all([
    ask(first),
    ask(first),
    ask({ ...first, requestId: randomUUID() }),
    ask({ ...first, requestId: randomUUID() }, other.token),
    ask(cash(offline, outlet)),
    ask(cash(free, elsewhere)),
    ...rest.map((order) => ask(order)),
  ]);
  const winners = [placed, rival].filter(({ code }) => code === 200);
  expect(winners).toHaveLength(1);
  expect([placed, rival].filter(({ code }) => code === 20203)).toHaveLength(1);
  expect(again).toMatchObject({ code: placed.code, data: placed.data });
  expect([stranger.code, absent.code, wrongPrice.code]).toEqual([20204, 20202, 400]);

  const running = [...winners, ...others];
  expect(running.map(({ data }) => data.status)).toEqual(chairs.map(() => 'running'));
  const ids = running.map(({ data }) => Number(data.orderId));
  const { rows } = await pool.query<{ device_id: string; coupons: number }>(
    `SELECT o.device_id, count(c.no)::int AS coupons FROM orders o LEFT JOIN cash_coupons c ON c.no = o.cash_coupon_no
     WHERE o.outlet_id = $1 AND o.id = ANY($2) GROUP BY 1`,
    [outlet.id, ids],
  );
  expect(new Set(rows.map((row) => row.device_id))).toEqual(new Set(chairs.map((chair) => chair.deviceId)));
  expect(rows.every(({ coupons }) => coupons === 1)).toBe(true);
  for (const id of ids)
    expect(await moneyOf(pool, String(id))).toMatchObject([{ kind: 'paid', provider: 'cash', amount: 800 }]);
});

it('a start that its chair does not answer at once is announced while it waits', async () => {
  const { client, world, url } = server();
  const outlet = await world.outlet();
  const chair = await connectChair(outlet);
  chair.faults.add('acksOnly');
  const { token } = await world.manager([outlet]);
  const stream = await openEvents(url, token);
  onTestFinished(() => stream.close());
  const started = client.starting.activate(cash(chair.deviceId, outlet), { token });
  await until(async () => stream.received.some(({ data }) => data.status === 'starting'));
  const device = await until(async () => stream.received.find(({ event }) => event === 'device'));
  expect(device.data).toMatchObject({ deviceId: chair.deviceId, inUse: true });
  expect(await started).toMatchObject({ code: 20206 });
});

it('an acknowledgement of something that was never a command changes nothing', async () => {
  const { client, world } = server();
  const outlet = await world.outlet();
  const chair = await connectChair(outlet);
  const { token } = await world.manager([outlet]);
  const at = new Date().toISOString();
  for (const [commandId, result] of [
    ['no-command', 'rejected'],
    ['no-command', 'accepted'],
    [randomUUID(), 'rejected'],
  ]) {
    await chair.publishRaw(topicOf(chair.deviceId, 'ack'), JSON.stringify({ commandId, result, at }));
  }
  const started = await client.starting.activate(cash(chair.deviceId, outlet), { token });
  expect(started).toMatchObject({ code: 200, data: { status: 'running' } });
});
