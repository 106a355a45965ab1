import { randomUUID } from 'node:crypto';
import type { Chair } from '@recline/simulator/chair';
import { expect } from 'vitest';
import { until } from '../testing/chairs.ts';
import { makeClient } from '../testing/client.ts';
import { makeCashCoupon } from '../testing/coupons.ts';
import { openEvents } from '../testing/events.ts';
import type { TestServer } from '../testing/start.ts';
import type { Outlet } from '../testing/world.ts';

interface Served {
  server: TestServer;
  /** The address that callers use. */
  url: string;
  outlet: Outlet;
  connectChair(outlet: Outlet): Promise<Chair>;
}

/** Plays a manager and a guest, each with their own chair; returns the codes of all answers. */
async function serveBoth({ server, url, outlet, connectChair }: Served): Promise<Record<string, number>> {
  const client = makeClient(url);
  const { world, pool } = server;
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

/** Serves a manager and a guest repeatedly for this long. */
export async function expectAllServed(by: Served, forMs: number): Promise<void> {
  for (const end = Date.now() + forMs; Date.now() < end; ) expect(await serveBoth(by)).toEqual(served);
}
