import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeCashCoupon, makeCoupon } from '../../../testing/coupons.ts';
import { useServer } from '../../../testing/server.ts';
import type { Account } from '../../../testing/world.ts';

const server = useServer();

async function scene() {
  const { client, world } = server();
  const outlet = await world.outlet();
  const { deviceId } = await world.device(outlet, { online: true });
  const guest = await world.consumer();
  const quote = async (numbers: { couponNo?: string; cashCouponNo?: string }, who: Account = guest) =>
    client.starting.quote({ deviceId, ...numbers }, who);
  /** The price of each package, the shortest first. */
  const amounts = async (numbers: { couponNo?: string; cashCouponNo?: string }) =>
    (await quote(numbers)).data.rows.map(({ amount }) => amount);
  return { client, world, pool: server().pool, outlet, deviceId, guest, quote, amounts };
}

describe('a quote', () => {
  it('shows the net price of every package', async () => {
    const { pool, outlet, amounts, quote } = await scene();
    const [ten, twenty, thirty] = outlet.prices.map(({ amount }) => amount) as [number, number, number];
    expect(await amounts({})).toEqual([ten, twenty, thirty]);
    expect(await amounts({ couponNo: await makeCoupon(pool, 'discount', { off: 50 }) })).toEqual(
      [ten, twenty, thirty].map((amount) => amount / 2),
    );
    expect(await amounts({ couponNo: await makeCoupon(pool, 'amount_off', { off: 1000 }) })).toEqual([
      0,
      twenty - 1000,
      thirty - 1000,
    ]);
    expect(await amounts({ couponNo: await makeCoupon(pool, 'free') })).toEqual([0, 0, 0]);
    expect((await quote({})).data.currency).toBe('CNY');
  });

  it('accepts a number of either kind, and says which it is', async () => {
    const { client, pool, outlet, deviceId, guest } = await scene();
    const ask = (coupon: string) => client.starting.quote({ deviceId, coupon }, guest);
    const cash = await ask(await makeCashCoupon(pool, outlet, 9000));
    expect(cash.data).toMatchObject({ isCash: true, rows: outlet.prices.map(() => ({ amount: 0 })) });
    const half = await ask(await makeCoupon(pool, 'discount', { off: 50 }));
    expect(half.data).toMatchObject({
      isCash: false,
      rows: outlet.prices.map(({ amount }) => ({ amount: amount / 2 })),
    });
    expect(await ask('no-such-coupon')).toMatchObject({ code: 20301 });
    expect((await client.starting.quote({ deviceId }, guest)).data).not.toHaveProperty('isCash');
  });

  it('has only the packages that a cash coupon covers', async () => {
    const { pool, outlet, quote } = await scene();
    const cashCouponNo = await makeCashCoupon(pool, outlet, outlet.prices[1]?.amount ?? 0);
    const { rows } = (await quote({ cashCouponNo })).data;
    expect(rows).toEqual(outlet.prices.slice(0, 2).map(({ priceId }) => ({ priceId, amount: 0 })));
    const tooSmall = await makeCashCoupon(pool, outlet, 1);
    expect((await quote({ cashCouponNo: tooSmall })).code).toBe(20302);
  });

  it('is the price of the later order, and reserves nothing', async () => {
    const { client, world, pool, outlet, deviceId, guest, amounts, quote } = await scene();
    const couponNo = await makeCoupon(pool, 'discount', { off: 30 });
    const quoted = (await amounts({ couponNo }))[1];
    expect((await quote({ couponNo }, await world.consumer())).code).toBe(200);
    const priceId = outlet.prices[1]?.priceId ?? '';
    const placed = await client.starting.activate(
      { deviceId, priceId, payType: 'sandbox', requestId: randomUUID(), couponNo },
      guest,
    );
    const { amount } = (await client.orders.get({ orderId: placed.data.orderId }, guest)).data;
    expect(amount).toBe(quoted);
    expect(await amounts({ couponNo })).toContain(quoted); // the unpaid order of the same guest would be replaced
    expect((await quote({ couponNo }, await world.consumer())).code).toBe(20301);
  });

  it('is refused for a wrong, expired or foreign number, and if two are given', async () => {
    const { pool, world, outlet, quote } = await scene();
    const expired = await makeCoupon(pool, 'free', { expiresAt: new Date(Date.now() - 1000) });
    const elsewhere = await makeCoupon(pool, 'free', { outlet: await world.outlet() });
    for (const couponNo of ['no-such-coupon', expired, elsewhere]) expect((await quote({ couponNo })).code).toBe(20301);
    expect((await quote({ cashCouponNo: 'no-such-coupon' })).code).toBe(20302);
    const two = { couponNo: await makeCoupon(pool, 'free'), cashCouponNo: await makeCashCoupon(pool, outlet, 9000) };
    expect((await quote(two)).code).toBe(400);
    expect((await quote({ couponNo: two.couponNo }, await world.manager([outlet]))).code).toBe(400);
  });

  it('does not need a chair that is free, but one that exists', async () => {
    const { client, world, outlet, guest } = await scene();
    const { deviceId } = await world.device(outlet, { online: false });
    expect((await client.starting.quote({ deviceId }, guest)).code).toBe(200);
    expect((await client.starting.quote({ deviceId: 'no-such-chair' }, guest)).code).toBe(20201);
  });
});
