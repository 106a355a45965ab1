import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { until, useChairs } from '../testing/chairs.ts';
import { makeCashCoupon } from '../testing/coupons.ts';
import { openEvents } from '../testing/events.ts';
import { type HeldSockets, halfBody, halfHead, holdSockets, idle, unread } from '../testing/hold-sockets.ts';
import { useServer } from '../testing/server.ts';
import type { Outlet } from '../testing/world.ts';

/** Sockets that are held open to keep a server busy: everybody comes from one address, as behind a proxy or in a mall. */

const server = useServer();
const connectChair = useChairs(server);
let outlet: Outlet;

beforeAll(async () => {
  outlet = await server().world.outlet();
});

async function held(...sockets: HeldSockets[]): Promise<void> {
  const holding = await holdSockets(server().url, sockets);
  onTestFinished(holding.stop);
}

const figure = async (name: string): Promise<number> => {
  const text = await (await fetch(`${server().url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN);
};

/** What a manager and a guest do, each with a chair of their own; returns the codes of all answers. */
async function serveBoth(): Promise<Record<string, number>> {
  const { client, world, pool, url } = server();
  const [staff, guest] = [await world.manager([outlet]), await world.consumer()];
  const [atCounter, alone] = await Promise.all([connectChair(outlet), connectChair(outlet)]);
  const { priceId = '', amount = 0 } = outlet.prices[0] ?? {};
  const cashCouponNo = await makeCashCoupon(pool, outlet, amount);
  const stream = await openEvents(url, guest.token);
  const login = await client.logIn(staff.account, staff.password);
  const { accessToken: token } = login.data;
  const [figures, list, status, prices, counter, byCoupon] = await Promise.all([
    client.revenue.home({}, { token }),
    client.orders.list({}, { token }),
    client.starting.deviceStatus({ deviceId: alone.deviceId }, guest),
    client.starting.priceGroup({ deviceId: alone.deviceId }, guest),
    client.starting.activate(
      { deviceId: atCounter.deviceId, priceId, payType: 'cash', requestId: randomUUID() },
      { token },
    ),
    client.starting.activate(
      { deviceId: alone.deviceId, priceId, payType: 'cash', cashCouponNo, requestId: randomUUID() },
      guest,
    ),
  ]);
  await until(async () => stream.received.some(({ data }) => data.status === 'running'));
  await stream.close();
  const answers = { login, figures, list, status, prices, counter, byCoupon };
  return Object.fromEntries(Object.entries(answers).map(([name, { code }]) => [name, code]));
}

const served = { login: 200, figures: 200, list: 200, status: 200, prices: 200, counter: 200, byCoupon: 200 };

/** Serves for longer than a call may take before it counts as slow. */
async function expectAllServed(): Promise<void> {
  for (const end = Date.now() + 4_000; Date.now() < end; ) expect(await serveBoth()).toEqual(served);
}

describe('managers and guests are all served', { timeout: 120_000 }, () => {
  it('beside 60 clients that send half a login and a start', async () => {
    await held(halfBody(40, '/login/login'), halfBody(20, '/data-centre/activate'));
    await expectAllServed();
  });

  it('beside 40 clients that never read their answers', async () => {
    await held(unread(40));
    await expectAllServed();
  });

  it('beside 5,000 sockets that are idle, half-open or do not read', async () => {
    const refused = await figure('recline_shed_total');
    await held(
      idle(1_480),
      halfHead(1_000),
      halfBody(1_000, '/login/login'),
      halfBody(1_480, '/data-centre/activate'),
      unread(40),
    );
    await expectAllServed();
    expect(await figure('recline_shed_total')).toBe(refused);
  });
});
