import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { until, useChairs } from '../../testing/chairs.ts';
import { makeCoupon } from '../../testing/coupons.ts';
import { openEvents } from '../../testing/events.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();
const connectChair = useChairs(server);
let streams: Awaited<ReturnType<typeof openEvents>>[] = [];

afterEach(async () => {
  await Promise.all(streams.map((stream) => stream.close()));
  streams = [];
});

async function open(token: string, query: Record<string, string> = {}) {
  const stream = await openEvents(server().url, token, query);
  streams.push(stream);
  return stream;
}
type Stream = Awaited<ReturnType<typeof open>>;

const statuses = (stream: Stream, orderId: string) =>
  stream.received.filter(({ data }) => data.orderId === orderId && 'status' in data).map(({ data }) => data.status);
const devices = (stream: Stream) => stream.received.filter(({ event }) => event === 'device').map(({ data }) => data);

async function scene() {
  const { client, world, pool } = server();
  const outlet = await world.outlet();
  const chair = await connectChair(outlet);
  const [guest, manager] = [await world.consumer(), await world.manager([outlet])];
  const start = async () => {
    const couponNo = await makeCoupon(pool, 'free');
    const priceId = outlet.prices[0]?.priceId ?? '';
    const { data } = await client.starting.activate(
      { deviceId: chair.deviceId, priceId, payType: 'coupon', couponNo, requestId: randomUUID() },
      { token: guest.token },
    );
    return data.orderId;
  };
  return { client, world, outlet, chair, guest, manager, start };
}

describe('an event stream', () => {
  it("sends an outlet's orders and chairs to its managers, and to nobody else", async () => {
    const { world, chair, manager, start } = await scene();
    const mine = await open(manager.token);
    const elsewhere = await open((await world.manager([await world.outlet()])).token);
    const stranger = await open((await world.consumer()).token);
    const orderId = await start();
    await until(async () => statuses(mine, orderId).includes('running'));
    await until(async () => devices(mine).some((device) => device.orderId === orderId));
    expect(devices(mine).at(-1)).toMatchObject({ deviceId: chair.deviceId, online: true, inUse: true });
    expect([...elsewhere.received, ...stranger.received]).toEqual([]);
  });

  it('shows no orders to a manager without the permission for them, from the start or once it is withdrawn', async () => {
    const { client, world, outlet, chair, guest, manager, start } = await scene();
    const homeOnly = await open((await world.manager([outlet], ['home'])).token);
    const stream = await open(manager.token);
    const first = await start();
    await until(async () => statuses(stream, first).includes('running'));
    const ofOrder = await open(manager.token, { orderId: first });
    await until(async () => statuses(ofOrder, first)[0] === 'running');
    await server().pool.query(`UPDATE accounts SET permissions = '{home}' WHERE id = $1`, [manager.accountId]);
    await client.orders.stop({ orderId: first }, { token: guest.token });
    await until(async () => chair.state === 'idle');
    const second = await start();
    await until(async () => devices(stream).some((device) => device.orderId === second));
    await until(async () => devices(homeOnly).some((device) => device.orderId === second));
    expect(statuses(stream, second)).toEqual([]);
    expect(devices(ofOrder).filter((device) => device.orderId === second)).toEqual([]);
    expect([...statuses(homeOnly, first), ...statuses(homeOnly, second)]).toEqual([]);
  });

  it('sends a guest their own order and, while it runs, its chair', async () => {
    const { chair, guest, start, client } = await scene();
    const stream = await open(guest.token);
    const orderId = await start();
    await until(async () => statuses(stream, orderId).includes('running'));
    chair.breakDown('E42');
    await until(async () => devices(stream).some((device) => device.faultCode === 'E42'));
    await until(async () => statuses(stream, orderId).includes('finished'));
    const known = devices(stream).length;
    chair.repair();
    await until(
      async () =>
        (await client.starting.deviceStatus({ deviceId: chair.deviceId }, { token: guest.token })).code === 200,
    );
    expect(
      devices(stream)
        .slice(known)
        .every((device) => device.faultCode !== null),
    ).toBe(true);
  });

  it("notifies managers who may open the overview when their outlet's income changes", async () => {
    const { world, outlet, guest, start } = await scene();
    const homeOnly = await open((await world.manager([outlet], ['home'])).token);
    const others = [
      await open((await world.manager([outlet], ['details', 'user'])).token),
      await open((await world.manager([await world.outlet()])).token),
      await open(guest.token),
    ];
    await start();
    const told = (stream: Stream) => stream.received.filter(({ event }) => event === 'revenue');
    await until(async () => told(homeOnly).length > 0);
    expect(told(homeOnly)[0]?.data).toEqual({ outletId: outlet.outletId });
    expect(others.flatMap(told)).toEqual([]);
  });

  it('sends reports about chairs and their answers to managers who may see orders', async () => {
    const { client, world, outlet, chair, guest, manager } = await scene();
    const mine = await open(manager.token);
    const others = [
      await open((await world.manager([outlet], ['home'])).token),
      await open((await world.manager([await world.outlet()])).token),
      await open(guest.token),
    ];
    const report = { deviceId: chair.deviceId, problem: 'no_start' as const, description: '', files: [] };
    const { data } = await client.feedback.insert(report, { token: guest.token });
    const told = () => mine.received.filter(({ event }) => event === 'feedback').map((event) => event.data);
    await until(async () => told().length === 1);
    expect(told()).toEqual([{ feedbackId: data.feedbackId, outletId: outlet.outletId }]);
    const answer = { feedbackId: data.feedbackId, reply: 'On it', status: 'open' as const };
    await client.feedback.reply(answer, { token: manager.token });
    await until(async () => told().length === 2);
    expect(others.flatMap(({ received }) => received)).toEqual([]);
  });

  it('of one order begins with its state, and is refused for another’s order', async () => {
    const { world, guest, start } = await scene();
    const orderId = await start();
    const stream = await open(guest.token, { orderId });
    await until(async () => statuses(stream, orderId)[0] === 'running');
    expect((await open((await world.consumer()).token, { orderId })).status).toBe(404);
  });

  it('opens by a ticket, once', async () => {
    const { client, guest, start } = await scene();
    const { data } = await client.events.ticket({}, { token: guest.token });
    const stream = await open('', { ticket: data.ticket });
    const orderId = await start();
    await until(async () => statuses(stream, orderId).includes('running'));
    expect((await open('', { ticket: data.ticket })).status).toBe(401);
    expect((await open('')).status).toBe(401);
  });
});
