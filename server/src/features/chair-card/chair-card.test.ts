import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useChairs } from '../../testing/chairs.ts';
import { useServer } from '../../testing/server.ts';
import { freeChairs } from './chair-card.sql.ts';

const server = useServer();
const connectChair = useChairs(server);

async function scene() {
  const { client, world } = server();
  const outlet = await world.outlet();
  const chair = await connectChair(outlet);
  const card = async (token?: string) =>
    (await client.chairCard.get({ deviceId: chair.deviceId }, token ? { token } : {})).data;
  const run = async (deviceId: string, token: string) => {
    const priceId = outlet.prices[0]?.priceId ?? '';
    const answer = await client.starting.activate(
      { deviceId, priceId, payType: 'cash', requestId: randomUUID() },
      { token },
    );
    return answer.data.orderId;
  };
  return { client, world, outlet, chair, card, run };
}

describe("the chair's card", () => {
  it('shows a free chair with its prices and ways to pay, without a token', async () => {
    const { card, chair, outlet } = await scene();
    expect(await card()).toMatchObject({
      deviceId: chair.deviceId,
      outletName: outlet.name,
      address: 'Test Road 1',
      currency: 'CNY',
      state: 'free',
      freeAt: null,
      serverTime: null,
      orderId: null,
      unpaidOrderId: null,
      payTypes: ['sandbox'],
      freeChairs: [],
    });
    const { prices } = await card();
    expect(prices.map(({ priceId }) => priceId)).toEqual(outlet.prices.map(({ priceId }) => priceId));
  });

  it('says when a chair in use will be free and which others are, and not who uses it', async () => {
    const { card, world, outlet, chair, run } = await scene();
    const other = await world.device(outlet, { online: true });
    await world.device(outlet, { online: false });
    const { token } = await world.manager([outlet]);
    await run(chair.deviceId, token);
    const shown = await card();
    expect(shown).toMatchObject({ state: 'inUse', orderId: null });
    expect(Date.parse(shown.freeAt ?? '')).toBeGreaterThan(Date.parse(shown.serverTime ?? ''));
    expect(shown.freeChairs.map(({ deviceId }) => deviceId)).toEqual([other.deviceId]);
  });

  it('leads whoever started it to the order, here or on another chair', async () => {
    const { client, card, world, outlet, chair, run } = await scene();
    const { token } = await world.manager([outlet]);
    const orderId = await run(chair.deviceId, token);
    expect(await card(token)).toMatchObject({ state: 'yours', orderId, runningOrderId: null });
    const { deviceId } = await world.device(outlet, { online: true });
    const elsewhere = await client.chairCard.get({ deviceId }, { token });
    expect(elsewhere.data).toMatchObject({ state: 'free', orderId: null, runningOrderId: orderId });
  });

  it('names the unpaid order of the caller, on whichever chair, and no one else is told', async () => {
    const { client, card, world, outlet, chair } = await scene();
    const { token } = await world.consumer();
    const priceId = outlet.prices[0]?.priceId ?? '';
    const request = { deviceId: chair.deviceId, priceId, payType: 'sandbox', requestId: randomUUID() } as const;
    const { orderId } = (await client.starting.activate(request, { token })).data;
    expect(await card(token)).toMatchObject({ state: 'free', unpaidOrderId: orderId });
    expect(await card()).toMatchObject({ state: 'free', unpaidOrderId: null });
  });

  it('is shown to a session that has ended as to anybody', async () => {
    const { card } = await scene();
    expect(await card('a token that nobody has')).toMatchObject({ state: 'free' });
  });

  it('does not exist for an unknown chair', async () => {
    const { client } = server();
    expect(await client.chairCard.get({ deviceId: 'no-such-chair' })).toMatchObject({ code: 20201, status: 404 });
  });
});

it('looks up each free chair by the index, however many others run', async () => {
  const { rows } = await server().pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${freeChairs.text}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Index Cond: (device_id = d.id)');
  expect(plan).not.toContain('Join');
});
