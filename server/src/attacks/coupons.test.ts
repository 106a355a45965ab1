import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeCashCoupon, makeCoupon } from '../testing/coupons.ts';
import { useServer } from '../testing/server.ts';
import type { Account } from '../testing/world.ts';

/** An attacker who guesses coupon numbers. */

const server = useServer();

async function scene() {
  const { client, world } = server();
  const outlet = await world.outlet();
  const { deviceId } = await world.device(outlet, { online: true });
  const priceId = outlet.prices[0]?.priceId ?? '';
  const start = (who: Account, numbers: { couponNo?: string; cashCouponNo?: string }, requestId = randomUUID()) => {
    const payType = numbers.cashCouponNo === undefined ? 'sandbox' : 'cash';
    return client.starting.activate({ deviceId, priceId, payType, requestId, ...numbers }, who);
  };
  const guess = (who: Account) => start(who, { couponNo: String(Math.random()).slice(2, 16) });
  const ask = (who: Account, numbers: { couponNo?: string; cashCouponNo?: string }) =>
    client.starting.quote({ deviceId, ...numbers }, who);
  return { outlet, start, guess, ask };
}

it('gets ten wrong tries an hour, even in parallel, and then learns nothing about a right number', async () => {
  const { world, pool } = server();
  const { guess, start } = await scene();
  const attacker = await world.consumer();
  const answers = await Promise.all(Array.from({ length: 15 }, () => guess(attacker)));
  expect(answers.filter(({ code }) => code === 20301)).toHaveLength(10);
  expect(answers.filter(({ code }) => code === 429)).toHaveLength(5);
  const couponNo = await makeCoupon(pool, 'discount');
  expect(await start(attacker, { couponNo })).toMatchObject({ code: 429, data: { retryAfter: expect.any(Number) } });
  expect((await start(await world.consumer(), { couponNo })).code).toBe(200);
  server().setTime(new Date(Date.now() + 61 * 60_000));
  expect((await guess(attacker)).code).toBe(20301);
  server().setTime(undefined);
});

it('has one count for coupons and cash coupons', async () => {
  const { world, pool } = server();
  const { outlet, guess, start } = await scene();
  const attacker = await world.consumer();
  for (let tries = 0; tries < 5; tries += 1) await guess(attacker);
  for (let tries = 0; tries < 5; tries += 1)
    expect((await start(attacker, { cashCouponNo: `K${tries}` })).code).toBe(20302);
  const cashCouponNo = await makeCashCoupon(pool, outlet, 800);
  expect((await start(attacker, { cashCouponNo })).code).toBe(429);
});

it('learns nothing more by asking for the price: all wrong numbers share one count', async () => {
  const { world, pool } = server();
  const { guess, ask, start } = await scene();
  const attacker = await world.consumer();
  for (let tries = 0; tries < 5; tries += 1) await guess(attacker);
  for (let tries = 0; tries < 5; tries += 1) expect((await ask(attacker, { couponNo: `C${tries}` })).code).toBe(20301);
  const couponNo = await makeCoupon(pool, 'discount');
  expect(await ask(attacker, { couponNo })).toMatchObject({ code: 429, data: { retryAfter: expect.any(Number) } });
  expect((await start(attacker, { couponNo })).code).toBe(429);
});

it('a right number does not count as a try, and its request can be repeated after any number of wrong ones', async () => {
  const { world, pool } = server();
  const { guess, start } = await scene();
  const guest = await world.consumer();
  const [couponNo, requestId] = [await makeCoupon(pool, 'discount'), randomUUID()];
  const first = await start(guest, { couponNo }, requestId);
  expect(first.code).toBe(200);
  for (let tries = 0; tries < 10; tries += 1) expect((await guess(guest)).code).toBe(20301);
  expect((await guess(guest)).code).toBe(429);
  expect((await start(guest, { couponNo }, requestId)).data.orderId).toBe(first.data.orderId);
});

it('with many accounts gets three hundred wrong tries an hour from one address', async () => {
  const { world, pool } = server();
  const { guess } = await scene();
  await pool.query(`DELETE FROM rate_limit_uses WHERE scope LIKE 'wrong coupons%'`);
  const attackers = await Promise.all(Array.from({ length: 31 }, () => world.consumer()));
  const codes: number[] = [];
  for (const attacker of attackers) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => guess(attacker)));
    codes.push(...answers.map(({ code }) => code));
  }
  expect(codes.filter((code) => code === 20301)).toHaveLength(300);
  expect(codes.filter((code) => code === 429)).toHaveLength(10);
});
