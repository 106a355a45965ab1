import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeCashCoupon, makeCoupon } from '../testing/coupons.ts';
import { useServer } from '../testing/server.ts';

/**
 * Whatever a start may name (a chair, a price, a coupon or cash coupon, as one of its callers) is tried with another's,
 * a retired, an expired, a used and a newer one, in every combination: it is placed, at the right price, if and only if
 * every name is right, and nothing changes otherwise.
 */

// The chairs are not connected: a start that is placed fails soon, and keeps its order.
const server = useServer({}, { orders: { startWaitMs: 200, resendAfterMs: [] } });

const ago = () => new Date(Date.now() - 1_000);
const set = (table: string, column: string, key: string, no: string) =>
  server().pool.query(`UPDATE ${table} SET ${column} = now() WHERE ${key} = $1`, [no]);

type Place = Awaited<ReturnType<typeof makePlace>>;

/** An outlet with a price list, and a chair in service. */
async function makePlace(currency: 'CNY' | 'RM' = 'CNY') {
  const { world } = server();
  const outlet = await world.outlet({ currency });
  return { outlet, deviceId: (await world.device(outlet, { online: true })).deviceId };
}

const chairs = {
  right: async ({ deviceId }: Place) => deviceId,
  unknown: async () => 'NOSUCH',
  retired: async ({ deviceId }: Place) => {
    await server().pool.query(
      'UPDATE devices SET retired_at = now(), online = false, offline_since = now() WHERE id = $1',
      [deviceId],
    );
    return deviceId;
  },
  'of a closed outlet': async ({ outlet, deviceId }: Place) => {
    await set('outlets', 'closed_at', 'id', outlet.outletId);
    return deviceId;
  },
  'in use': async ({ deviceId }: Place) => {
    await server().world.order(deviceId, { status: 'running' });
    return deviceId;
  },
};

const priceOf = ({ outlet }: Place) => outlet.prices[1]?.priceId ?? '';
const prices = {
  right: async (place: Place) => priceOf(place),
  unknown: async () => '999999999',
  "of another chair's list": async (_place: Place, other: Place) => priceOf(other),
  retired: async (place: Place) => {
    await set('prices', 'retired_at', 'id', priceOf(place));
    return priceOf(place);
  },
};

type Make = (options?: { expiresAt?: Date; of?: Place; currency?: 'RM' }) => Promise<string>;
/** A coupon in each state; `make` creates a valid one of this outlet. */
const coupons = {
  none: undefined,
  right: (make: Make) => make(),
  unknown: async () => 'NOSUCH',
  expired: (make: Make) => make({ expiresAt: ago() }),
  'of another outlet': async (make: Make, other: Place) => make({ of: other }),
  'in another currency': (make: Make) => make({ currency: 'RM' }),
  voided: async (make: Make, _other: Place, table: string) => {
    const no = await make();
    await set(table, 'voided_at', 'no', no);
    return no;
  },
  used: async (make: Make, other: Place, table: string) => {
    const no = await make();
    const { orderId } = await server().world.order(other.deviceId);
    const used =
      table === 'coupons'
        ? "coupon_no = $2, coupon_property = 'amount_off'"
        : "cash_coupon_no = $2, type = 'cash_coupon'";
    await server().pool.query(`UPDATE orders SET ${used} WHERE id = $1`, [orderId, no]);
    return no;
  },
};

const callers = {
  right: () => server().world.consumer(),
  'bound to this outlet': ({ outlet }: Place) => server().world.consumer({ boundTo: outlet }),
  'bound to another outlet': (_place: Place, { outlet }: Place) => server().world.consumer({ boundTo: outlet }),
};

// Half of the names are right: else hardly any request would be.
const oneOf = <T extends object>(names: T, ...right: (keyof T)[]) =>
  fc.oneof(fc.constantFrom(...right), fc.constantFrom(...(Object.keys(names) as (keyof T)[])));
const drawn = fc.record({
  chair: oneOf(chairs, 'right'),
  price: oneOf(prices, 'right'),
  coupon: oneOf(coupons, 'none', 'right'),
  kind: fc.constantFrom('coupons' as const, 'cash_coupons' as const),
  caller: oneOf(callers, 'right', 'bound to this outlet'),
});

const isRight = (name: string) => ['right', 'none', 'bound to this outlet'].includes(name);

it('a start that names anything wrong changes nothing; one that is right is one order at the right price', async () => {
  const { client, pool } = server();
  const counts = async () =>
    (
      await pool.query(`SELECT (SELECT count(*) FROM orders) AS orders, (SELECT count(*) FROM ledger) AS money,
        (SELECT count(*) FROM payment_attempts) AS attempts, (SELECT count(*) FROM commands) AS commands`)
    ).rows[0] as Record<string, number>;
  await fc.assert(
    fc.asyncProperty(drawn, async ({ chair, price, coupon, kind, caller }) => {
      const [place, other] = [await makePlace(), await makePlace()];
      const isCash = kind === 'cash_coupons' && coupon !== 'none';
      const make: Make = ({ expiresAt, of = place, currency } = {}) =>
        isCash
          ? makeCashCoupon(pool, of.outlet, 2000, { expiresAt, currency })
          : makeCoupon(pool, 'amount_off', { off: 300, outlet: of.outlet, expiresAt, currency });
      const no = await coupons[coupon]?.(make, other, kind);
      const { token } = await callers[caller](place, other);
      const request = {
        deviceId: await chairs[chair](place),
        priceId: await prices[price](place, other),
        payType: isCash ? 'cash' : 'sandbox',
        requestId: randomUUID(),
        ...(no !== undefined && (isCash ? { cashCouponNo: no } : { couponNo: no })),
      };
      const before = await counts();
      const answer = await client.starting.activate(request, { token });
      if ([chair, price, coupon, caller].every(isRight)) {
        expect(answer).toMatchObject(isCash ? { code: 20206 } : { code: 200, data: { status: 'pending' } });
        const [order] = (await client.orders.mine({}, { token })).data.rows;
        const cost = isCash ? 2000 : coupon === 'right' ? 1200 : 1500;
        expect(order).toMatchObject({ deviceId: request.deviceId, minutes: 20, amount: cost });
        expect(isCash ? order?.cashCouponNo : order?.couponNo).toBe(no ?? null);
        // Repeated after a lost answer, with whatever names: still that order.
        const after = await counts();
        const repeated = await client.starting.activate(
          { ...request, priceId: '1', deviceId: other.deviceId },
          { token },
        );
        expect(repeated).toMatchObject(isCash ? { code: 20206 } : { code: 200, data: { orderId: order?.orderId } });
        expect([await counts(), after.orders]).toEqual([after, (before.orders ?? 0) + 1]);
      } else {
        expect(answer.code).toBeGreaterThan(200);
        expect(await counts()).toEqual(before);
        expect((await client.orders.mine({}, { token })).data.rows).toEqual([]);
      }
    }),
    { numRuns: 60 },
  );
});
