import { beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../../../testing/server.ts';
import type { Outlet } from '../../../testing/world.ts';

const server = useServer();
const noon = new Date('2026-11-18T04:00:00Z');
type World = ReturnType<typeof server>['world'];
type Asked = Parameters<ReturnType<typeof server>['client']['orders']['list']>[0];

let outlet: Outlet;
let deviceId: string;
let manager: Awaited<ReturnType<World['manager']>>;
let guest: Awaited<ReturnType<World['consumer']>>;

beforeEach(async () => {
  const { world, setTime } = server();
  setTime(noon);
  outlet = await world.outlet();
  deviceId = (await world.device(outlet)).deviceId;
  manager = await world.manager([outlet]);
  guest = await world.consumer();
});

const list = (input: Asked, token = manager.token) => server().client.orders.list(input, { token, offset: 480 });
const found = async (keyword: string, input: Asked = {}) =>
  (await list({ ...input, keyword })).data.rows.map((row) => row.orderId);
const total = async (input: Asked) =>
  (await server().client.orders.summary(input, { token: manager.token, offset: 480 })).data.all;
const numberOf = async (orderId: string) =>
  (await list({})).data.rows.find((row) => row.orderId === orderId)?.orderNo ?? '';

describe('a keyword', () => {
  it('finds orders by their chair and their coupon, with the other filters, and only of the caller’s outlets', async () => {
    const { world } = server();
    const plain = await world.order(deviceId, { amount: 9, status: 'refunded' });
    const other = await world.order((await world.device(outlet)).deviceId, { couponProperty: 'discount' });
    expect(await found(deviceId.toLowerCase())).toEqual([plain.orderId]);
    expect(await found(deviceId, { type: 'coin' })).toEqual([]);
    expect(await found(other.couponNo ?? '')).toEqual([other.orderId]);
    expect(await total({ keyword: deviceId, status: 'refunded' })).toEqual({ orders: 1, amount: 9 });
    const stranger = await world.manager([await world.outlet()]);
    expect((await list({ keyword: deviceId }, stranger.token)).data.rows).toEqual([]);
  });

  it('finds an order by its number, and by five or more digits of its end', async () => {
    const { orderId } = await server().world.order(deviceId, { amount: 7 });
    const number = await numberOf(orderId);
    expect(await found(number)).toEqual([orderId]);
    expect(await found(number.slice(-7))).toEqual([orderId]);
    expect(await found(number.slice(-5))).toContain(orderId);
    expect(await found(number.slice(-4))).toEqual([]);
    expect(await found(`9${number.slice(1)}`)).toEqual([]);
    expect(await total({ keyword: number.slice(-7) })).toEqual({ orders: 1, amount: 7 });
  });

  it.each([['4200001234202611181234567890'], ['2026111822001400011234567890']])(
    'finds an order by the 28 digits %s on the bill of its payer',
    async (ref) => {
      const { orderId } = await server().world.order(deviceId);
      await server().pool.query(
        `INSERT INTO payment_attempts (order_id, attempt, number, provider, amount, currency, state, provider_ref,
         created_at, query_at, settled_at, until)
       VALUES ($1, 1, $2, 'sandbox', 1000, 'CNY', 'paid', $3, now(), now(), now(), now())`,
        [orderId, `OUR${ref.slice(0, 9)}`, ref],
      );
      expect(await found(ref)).toEqual([orderId]);
      expect(await found(`OUR${ref.slice(0, 9)}`)).toEqual([orderId]);
    },
  );

  it.each(['1234567890123456789012345', '9'.repeat(64)])('of the digits %s finds nothing', async (keyword) => {
    expect(await list({ keyword })).toMatchObject({ code: 200, data: { rows: [] } });
    expect(await total({ keyword })).toEqual({ orders: 0, amount: 0 });
  });

  it('finds a guest’s orders by exactly the last four digits of the number, or by all of it', async () => {
    const { orderId } = await server().world.order(deviceId, { placedBy: guest, amount: 20 });
    expect(await found(guest.mobile.slice(-4))).toEqual([orderId]);
    expect(await found(guest.mobile)).toEqual([orderId]);
    expect(await found(guest.mobile.slice(-11))).toEqual([orderId]);
    for (const digits of [3, 5, 6, 7, 8, 9, 10]) expect(await found(guest.mobile.slice(-digits))).toEqual([]);
    expect(await total({ keyword: guest.mobile.slice(-4) })).toEqual({ orders: 1, amount: 20 });
  });
});

describe('whole mobile numbers that are not found', () => {
  const unknown = (index: number) => `1370000${String(index).padStart(4, '0')}`;
  const misses = async (count: number) => {
    for (let index = 0; index < count; index += 1) expect(await found(unknown(index))).toEqual([]);
  };

  it('are limited to twenty an hour for a manager; then any other whole number is refused, known or not', async () => {
    const { world, setTime, client } = server();
    const { orderId } = await world.order(deviceId, { placedBy: guest });
    for (let times = 0; times < 25; times += 1) expect(await found(guest.mobile)).toEqual([orderId]);
    await misses(20);
    expect(await list({ keyword: unknown(20) })).toMatchObject({ code: 429 });
    expect(await list({ keyword: guest.mobile })).toMatchObject({ code: 429 });
    const sent = { token: manager.token, offset: 480 };
    expect(await client.orders.summary({ keyword: unknown(21) }, sent)).toMatchObject({ code: 429 });
    expect(await found(guest.mobile.slice(-4))).toEqual([orderId]);
    const other = await world.manager([outlet]);
    expect(await list({ keyword: guest.mobile }, other.token)).toMatchObject({ code: 200 });
    setTime(new Date(noon.getTime() + 61 * 60_000));
    expect(await list({ keyword: unknown(20) })).toMatchObject({ code: 200 });
  });

  it('count once each, for the list, its total and repeats', async () => {
    for (let times = 0; times < 15; times += 1) {
      expect(await found(unknown(0))).toEqual([]);
      expect(await total({ keyword: unknown(0) })).toEqual({ orders: 0, amount: 0 });
    }
    await misses(20);
    expect(await list({ keyword: unknown(20) })).toMatchObject({ code: 429 });
  });

  it('also count if they belong to a guest without orders at the manager’s outlets', async () => {
    const { world } = server();
    const elsewhere = await world.device(await world.outlet());
    await world.order(elsewhere.deviceId, { placedBy: guest });
    await misses(19);
    expect(await found(guest.mobile)).toEqual([]);
    expect(await list({ keyword: unknown(20) })).toMatchObject({ code: 429 });
  });

  it('are counted correctly when requested in parallel', async () => {
    await misses(16);
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => list({ keyword: unknown(100 + index) })));
    expect(answers.map(({ code }) => code).toSorted()).toEqual([...Array(4).fill(200), ...Array(4).fill(429)]);
  });
});
