import { randomUUID } from 'node:crypto';
import { pages, pageUrl } from '@recline/contract/pages';
import { describe, expect, it } from 'vitest';
import { useChairs } from '../../testing/chairs.ts';
import { useServer } from '../../testing/server.ts';
import { freeChairs } from './chair-page.sql.ts';

const server = useServer();
const connectChair = useChairs(server);

async function scene() {
  const { client, world } = server();
  const outlet = await world.outlet();
  const chair = await connectChair(outlet);
  const card = async (token?: string) =>
    (await client.chairPage.get({ deviceId: chair.deviceId }, token ? { token } : {})).data;
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

  it('leads the guest who started it to the order, here or on another chair', async () => {
    const { client, card, world, outlet, chair, run } = await scene();
    const { token } = await world.manager([outlet]);
    const orderId = await run(chair.deviceId, token);
    expect(await card(token)).toMatchObject({ state: 'yours', orderId, runningOrderId: null });
    const { deviceId } = await world.device(outlet, { online: true });
    const elsewhere = await client.chairPage.get({ deviceId }, { token });
    expect(elsewhere.data).toMatchObject({ state: 'free', orderId: null, runningOrderId: orderId });
  });

  it("shows the caller's unpaid order, on any chair, to nobody else", async () => {
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
    expect(await client.chairPage.get({ deviceId: 'no-such-chair' })).toMatchObject({ code: 20201, status: 404 });
  });
});

it('looks up each free chair by the index, however many others run', async () => {
  const { rows } = await server().pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${freeChairs.text}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Index Cond: (device_id = devices.id)');
  expect(plan).not.toContain('Join');
});

describe('the free chairs beside a chair', () => {
  it('are up to five of its outlet and price group that can be started now, without a token', async () => {
    const { client, world, outlet, chair, run } = await scene();
    const elsewhere = await world.outlet();
    const online = { online: true };
    const [first, busy] = [await world.device(outlet, online), await connectChair(outlet)];
    const [offline, faulty, otherGroup] = [
      await world.device(outlet, { online: false }),
      await world.device(outlet, online),
      await world.device(outlet, online),
    ];
    await world.device(elsewhere, online);
    const { pool } = server();
    await pool.query("UPDATE devices SET fault_code = 'E12' WHERE id = $1", [faulty.deviceId]);
    await pool.query('UPDATE devices SET price_group_id = $2 WHERE id = $1', [
      otherGroup.deviceId,
      elsewhere.priceGroupId,
    ]);
    await run(busy.deviceId, (await world.manager([outlet])).token);
    const free = async (deviceId: string) => (await client.chairPage.freeChairs({ deviceId })).data.rows;
    expect(await free(chair.deviceId)).toEqual([{ deviceId: first.deviceId, name: `Chair ${first.deviceId}` }]);
    expect((await free(offline.deviceId)).map(({ deviceId }) => deviceId).toSorted()).toEqual(
      [first.deviceId, chair.deviceId].toSorted(),
    );
    for (let more = 0; more < 5; more += 1) await world.device(outlet, online);
    expect(await free(chair.deviceId)).toHaveLength(5);
    await pool.query('UPDATE outlets SET closed_at = now() WHERE id = $1', [outlet.id]);
    expect(await free(chair.deviceId)).toEqual([]);
  });

  it('do not exist for an unknown chair', async () => {
    expect(await server().client.chairPage.freeChairs({ deviceId: 'no-such-chair' })).toMatchObject({ code: 20201 });
  });

  it('are returned sixty times a minute to an address', async () => {
    const { client, chair } = await scene();
    await server().pool.query("DELETE FROM rate_limit_uses WHERE scope = 'free chairs'");
    const ask = async () => (await client.chairPage.freeChairs({ deviceId: chair.deviceId })).code;
    for (let time = 0; time < 60; time += 1) expect(await ask()).toBe(200);
    expect(await ask()).toBe(429);
  });
});

describe('the number of a chair', () => {
  it.each([
    ['in lower case', (id: string) => id.toLowerCase()],
    ['with spaces', (id: string) => ` ${id.slice(0, 2)} ${id.slice(2)} `],
    [
      'in full-width characters',
      (id: string) => id.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)),
    ],
  ])('is found %s, by the call, on the page and by a manager', async (_how, typed) => {
    const { client, world, outlet } = await scene();
    const number = `Q${randomUUID().slice(0, 8).toUpperCase()}`;
    await world.device(outlet, { id: number, online: true });
    const deviceId = typed(number);
    expect((await client.chairPage.get({ deviceId })).data.deviceId).toBe(number);
    const page = await fetch(new URL(pageUrl(pages.index, { deviceId }), server().url));
    expect(page.status).toBe(200);
    const { token } = await world.manager([outlet]);
    expect((await client.devices.label({ deviceId }, { token })).data.deviceId).toBe(number);
  });

  it('that differs from another only in case leads to exactly that chair, and to none if neither matches', async () => {
    const { client, world, outlet } = await scene();
    const end = randomUUID().slice(0, 8).toUpperCase();
    const numbers = [`Rr${end}`, `RR${end}`];
    for (const id of numbers) await world.device(outlet, { id });
    for (const deviceId of numbers) expect((await client.chairPage.get({ deviceId })).data.deviceId).toBe(deviceId);
    expect(await client.chairPage.get({ deviceId: `rr${end}` })).toMatchObject({ code: 20201 });
  });
});
