import { describe, expect, it } from 'vitest';
import { makeCashCoupon } from '../../../testing/coupons.ts';
import { useServer } from '../../../testing/server.ts';
import type { OrderOptions, Outlet } from '../../../testing/world.ts';

const server = useServer();
const noon = new Date('2026-11-18T04:00:00Z');
const before = (minutes: number) => new Date(noon.getTime() - minutes * 60_000);
type Listed = Parameters<ReturnType<typeof server>['client']['orders']['list']>[0];

async function setUp(orders: OrderOptions[], outlets = 1) {
  const { world, client, setTime } = server();
  setTime(noon);
  const places: { outlet: Outlet; deviceId: string }[] = [];
  for (let index = 0; index < outlets; index += 1) {
    const outlet = await world.outlet();
    places.push({ outlet, deviceId: (await world.device(outlet)).deviceId });
  }
  const made: { orderId: string; couponNo: string | null }[] = [];
  for (const [index, order] of orders.entries()) {
    made.push(await world.order(places[index % outlets]?.deviceId ?? '', { at: before(index), ...order }));
  }
  const { token } = await world.manager(places.map(({ outlet }) => outlet));
  const sent = { token, offset: 480 };
  const list = async (input: Listed = {}) => (await client.orders.list(input, sent)).data;
  const ids = async (input: Listed) => (await list(input)).rows.map((row) => row.orderId);
  const summary = async (input: Parameters<typeof client.orders.summary>[0] = {}) =>
    (await client.orders.summary(input, sent)).data;
  return { world, client, places, made, sent, list, ids, summary, idOf: (index: number) => made[index]?.orderId ?? '' };
}

/** A new cash coupon with which the order was paid. */
async function useCashCoupon(outlet: Outlet | undefined, orderId: string): Promise<string> {
  if (!outlet) throw new Error('the test has no outlet');
  const no = await makeCashCoupon(server().pool, outlet, 1000);
  await server().pool.query('UPDATE orders SET cash_coupon_no = $1 WHERE id = $2', [no, orderId]);
  return no;
}

async function readAll(
  list: (input: Listed) => Promise<{ rows: { orderId: string }[]; nextCursor: string | null }>,
  input: Listed,
) {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ ...input, cursor });
    seen.push(...page.rows.map((row) => row.orderId));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return seen;
}

describe('the list of orders', () => {
  it('is of today by default, newest first', async () => {
    const { ids, idOf } = await setUp([{}, { at: before(60) }, { at: before(13 * 60) }]);
    expect(await ids({})).toEqual([idOf(0), idOf(1)]);
    expect(await ids({ period: 'yesterday' })).toEqual([idOf(2)]);
    const span = { period: 'custom' as const, start: before(61).toISOString(), end: before(0).toISOString() };
    expect(await ids(span)).toEqual([idOf(1)]);
  });

  it('finds an order by each filter, alone and with others', async () => {
    const { ids, idOf, made, places } = await setUp(
      [
        { type: 'coin', gear: 'gentle' },
        { type: 'online', gear: 'deep', couponProperty: 'free' },
        { type: 'cash_coupon', gear: 'deep', status: 'refunded' },
        { type: 'online', status: 'failed', couponProperty: 'discount' },
      ],
      2,
    );
    expect(await ids({ type: 'coin' })).toEqual([idOf(0)]);
    expect(await ids({ gear: 'deep' })).toEqual([idOf(1), idOf(2)]);
    expect(await ids({ gear: 'deep', type: 'online' })).toEqual([idOf(1)]);
    expect(await ids({ gear: 'deep', type: 'coin' })).toEqual([]);
    expect(await ids({ status: 'finished' })).toEqual([idOf(0), idOf(1)]);
    expect(await ids({ status: 'refunded', gear: 'deep' })).toEqual([idOf(2)]);
    expect(await ids({ status: 'refunded', gear: 'gentle' })).toEqual([]);
    expect(await ids({ couponProperty: 'discount' })).toEqual([idOf(3)]);
    expect(await ids({ couponProperty: 'discount', status: 'finished' })).toEqual([]);
    expect(await ids({ couponNo: made[1]?.couponNo ?? '' })).toEqual([idOf(1)]);
    expect(await ids({ couponNo: made[1]?.couponNo ?? '', type: 'coin' })).toEqual([]);
    const cashCouponNo = await useCashCoupon(places[0]?.outlet, idOf(2));
    expect(await ids({ cashCouponNo })).toEqual([idOf(2)]);
    expect(await ids({ cashCouponNo, type: 'online' })).toEqual([]);
    expect(await ids({ cashCouponNo: 'nobody-has-it' })).toEqual([]);
    expect(await ids({ deviceId: places[1]?.deviceId ?? '' })).toEqual([idOf(1), idOf(3)]);
    expect(await ids({ outletId: places[0]?.outlet.outletId ?? '' })).toEqual([idOf(0), idOf(2)]);
  });

  it.each([1, 3, 21])('has every order exactly once over %i outlets while new orders arrive', async (outlets) => {
    // Several at one instant: the order among them must hold from page to page.
    const orders = Array.from({ length: 30 }, (_, index) => ({ at: before(10 + Math.floor(index / 4)) }));
    const { list, made, world, places } = await setUp(orders, outlets);
    const seen = await readAll(
      async (input) => {
        const page = await list(input);
        await world.order(places[0]?.deviceId ?? '', { at: before(1) });
        return page;
      },
      { limit: 7 },
    );
    expect(seen).toHaveLength(30);
    expect([...seen].sort()).toEqual(made.map((order) => order.orderId).sort());
  });

  it.each([2, 21])(
    'over %i outlets has an order that was cancelled unpaid only when that status is requested',
    async (outlets) => {
      const { ids, idOf, places } = await setUp([{}, { status: 'cancelled' }, { status: 'cancelled' }, {}], outlets);
      await server().pool.query(
        `INSERT INTO refunds (order_id, provider, amount, currency, reason, requested_by, state, try_at, created_at, done_at)
         VALUES ($1, 'sandbox', 10, 'CNY', 'paid too late', 'system', 'done', now(), now(), now())`,
        [idOf(2)],
      );
      expect(await ids({})).toEqual([idOf(0), idOf(2), idOf(3)]);
      expect(await ids({ limit: 1 })).toEqual([idOf(0)]);
      expect(await ids({ deviceId: places[1]?.deviceId ?? '' })).not.toContain(idOf(1));
      expect(await ids({ keyword: places[1]?.deviceId ?? '' })).not.toContain(idOf(1));
      expect(await ids({ status: 'cancelled' })).toEqual([idOf(1), idOf(2)]);
    },
  );

  it('by one currency applies to the list and its total', async () => {
    const { ids, idOf, summary } = await setUp([{ amount: 5 }, { currency: 'RM', amount: 7 }]);
    expect(await ids({})).toEqual([idOf(0), idOf(1)]);
    expect(await ids({ currency: 'RM' })).toEqual([idOf(1)]);
    expect(await summary({ currency: 'RM', gear: 'standard' })).toMatchObject({ all: { orders: 1, amount: 7 } });
    expect(await summary({ currency: 'RM' })).toMatchObject({ all: { orders: 1, amount: 7 }, currency: 'RM' });
  });

  it("never contains another manager's orders, and refuses a broken cursor", async () => {
    const { world, client, places, made } = await setUp([{ couponProperty: 'free' }]);
    const stranger = await world.manager([await world.outlet()]);
    const sent = { token: stranger.token, offset: 480 };
    const asked = [{}, { deviceId: places[0]?.deviceId ?? '' }, { couponNo: made[0]?.couponNo ?? '' }];
    for (const input of asked) expect((await client.orders.list(input, sent)).data.rows).toEqual([]);
    const foreign = await client.orders.list({ outletId: places[0]?.outlet.outletId ?? '' }, sent);
    expect(foreign.code).toBe(404);
    expect((await client.orders.list({ cursor: 'nonsense' }, sent)).code).toBe(400);
    expect((await client.orders.list({ limit: 101 }, sent)).code).toBe(400);
  });
});

describe('a search that takes longer than its deadline', () => {
  it.each([
    ['zh_CN', '更短的时段'],
    ['en_US', 'a shorter period'],
    ['id_ID', 'periode yang lebih pendek'],
  ] as const)('is refused in %s and asks for %s', async (lang, wanted) => {
    const { client, sent } = await setUp([{}]);
    await whileLocked(async () => {
      const answers = [
        client.orders.list({}, { ...sent, lang }),
        client.orders.summary({ gear: 'deep' }, { ...sent, lang }),
      ];
      for (const answer of await Promise.all(answers)) {
        expect(answer).toMatchObject({ code: 503, data: null, message: expect.stringContaining(wanted) });
      }
    });
  });
});

/** Blocks all reads of orders. */
async function whileLocked(work: () => Promise<void>): Promise<void> {
  const other = await server().pool.connect();
  try {
    await other.query('BEGIN; LOCK TABLE orders');
    await work();
  } finally {
    await other.query('ROLLBACK');
    other.release();
  }
}

describe('the summary of orders', () => {
  it('counts the income under the same filters', async () => {
    const { summary } = await setUp([
      { type: 'online', amount: 1, gear: 'deep' },
      { type: 'coin', amount: 2, gear: 'deep' },
      { type: 'cash_coupon', amount: 4 },
      { type: 'online', amount: 8, status: 'refunded', gear: 'deep' },
      { type: 'online', amount: 16, status: 'running' },
    ]);
    const currency = { currency: 'CNY', currencies: ['CNY'] };
    const of = (orders: number, amount: number) => ({ orders, amount });
    expect(await summary()).toEqual({ all: of(4, 23), online: of(2, 17), cash: of(2, 6), ...currency });
    expect(await summary({ type: 'online' })).toMatchObject({ all: of(2, 17), cash: of(0, 0) });
    expect(await summary({ type: 'coin' })).toMatchObject({ all: of(1, 2), cash: of(1, 2) });
    expect(await summary({ gear: 'deep' })).toMatchObject({ all: of(2, 3), online: of(1, 1) });
    expect(await summary({ status: 'running' })).toMatchObject({ all: of(1, 16) });
    expect(await summary({ status: 'finished' })).toMatchObject({ all: of(3, 7) });
    expect(await summary({ status: 'refunded' })).toMatchObject({ all: of(1, 8), online: of(1, 8), cash: of(0, 0) });
    expect(await summary({ status: 'failed' })).toMatchObject({ all: of(0, 0) });
  });
});
