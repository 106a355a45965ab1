import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { useChairs } from '../../../testing/chairs.ts';
import { makeCoupon } from '../../../testing/coupons.ts';
import { useServer } from '../../../testing/server.ts';
import type { Outlet } from '../../../testing/world.ts';

const server = useServer();
const connectChair = useChairs(server);
const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work));

/** A guest at a free chair. */
async function scene() {
  const { client, world } = server();
  const outlet = await world.outlet();
  const { deviceId } = await connectChair(outlet);
  const { token, accountId } = await world.consumer();
  const priceId = (of: Outlet) => of.prices[0]?.priceId ?? '';
  const start = (more: { payType: string; couponNo?: string; requestId: string }) =>
    client.starting.activate({ deviceId, priceId: priceId(outlet), ...more }, { token });
  const withCoupon = (couponNo: string, requestId: string = randomUUID()) =>
    start({ payType: 'coupon', couponNo, requestId });
  const quote = (couponNo: string) => client.starting.quote({ deviceId, couponNo }, { token });
  return { accountId, deviceId, start, withCoupon, quote };
}

const used = async (scope: string, key: string) =>
  (await server().pool.query('SELECT FROM rate_limit_uses WHERE scope = $1 AND key = $2', [scope, key])).rowCount;

/** Pretends earlier uses. */
const useBefore = (scope: string, key: string, count: number) =>
  server().pool.query(
    'INSERT INTO rate_limit_uses (scope, key, at) SELECT $1, $2, now() FROM generate_series(1, $3::int)',
    [scope, key, count],
  );

const wrong = 'wrong coupons: account';

it('of twenty concurrent wrong coupon numbers ten are checked and the others have to wait', async () => {
  const { accountId, withCoupon } = await scene();
  const codes = (await times(20, () => withCoupon('NOSUCH'))).map(({ code }) => code);
  expect(codes.toSorted()).toEqual([...Array(10).fill(20301), ...Array(10).fill(429)]);
  expect(await used(wrong, String(accountId))).toBe(10);
});

it('a right coupon number does not count as a try', async () => {
  const { accountId, withCoupon, quote } = await scene();
  await useBefore(wrong, String(accountId), 9);
  expect(await withCoupon(await makeCoupon(server().pool, 'free'))).toMatchObject({ code: 200 });
  expect(await used(wrong, String(accountId))).toBe(9);
  expect(await quote('NOSUCH')).toMatchObject({ code: 20301 });
  expect(await quote('NOSUCH')).toMatchObject({ code: 429 });
});

it('who has tried ten wrong numbers can start without one; a manager is refused because of the coupon, not of the limit', async () => {
  const { accountId, deviceId, start, withCoupon } = await scene();
  const { client, world, pool } = server();
  await useBefore(wrong, String(accountId), 10);
  expect(await withCoupon(await makeCoupon(pool, 'free'))).toMatchObject({ code: 429 });
  expect(await start({ payType: 'sandbox', requestId: randomUUID() })).toMatchObject({ code: 200 });
  const { rows } = await pool.query<{ id: number }>('SELECT outlet_id AS id FROM devices WHERE id = $1', [deviceId]);
  const manager = await world.manager([{ id: rows[0]?.id ?? 0 } as Outlet]);
  await useBefore(wrong, String(manager.accountId), 10);
  expect(await client.starting.quote({ deviceId, couponNo: 'NOSUCH' }, manager)).toMatchObject({ code: 400 });
});

it('one request sent twenty times with a coupon, one try before the limit, is one order and twenty equal answers', async () => {
  const { accountId, withCoupon } = await scene();
  await useBefore(wrong, String(accountId), 9);
  const [couponNo, requestId] = [await makeCoupon(server().pool, 'free'), randomUUID()];
  const answers = await times(20, () => withCoupon(couponNo, requestId));
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ data }) => data.orderId)).size).toBe(1);
});

it('one unpaid request sent twenty times is one order, and twenty equal answers', async () => {
  const { start } = await scene();
  const requestId = randomUUID();
  const answers = await times(20, () => start({ payType: 'sandbox', requestId }));
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ data }) => data.payUrl)).size).toBe(1);
});
