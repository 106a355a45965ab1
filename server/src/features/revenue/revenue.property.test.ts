import { orderStatuses, orderTypes } from '@recline/contract/dictionary';
import { periods } from '@recline/contract/fields';
import { countedStatuses, isIn, startedStatuses } from '@recline/contract/values';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { useServer } from '../../testing/server.ts';
import type { Outlet } from '../../testing/world.ts';
import { checkRevenue } from './revenue.upkeep.ts';

const server = useServer();
const now = new Date('2026-03-04T10:20:30Z');
const minute = 60_000;

// Most orders are around now, and often at the boundary of an hour, where errors would show.
const minutesAgo = fc.oneof(
  fc.integer({ min: 0, max: 3 * 1440 }),
  fc.integer({ min: 0, max: 430 * 1440 }),
  fc.integer({ min: 0, max: 400 }).map((hours) => 20.5 + 60 * hours),
);
const order = fc.record({
  outlet: fc.nat(1),
  type: fc.constantFrom(...orderTypes),
  status: fc.constantFrom(...orderStatuses.filter((status) => status !== 'pending' && status !== 'starting')),
  amount: fc.integer({ min: 0, max: 100_000 }),
  at: minutesAgo.map((minutes) => new Date(now.getTime() - minutes * minute)),
  /** How much of it is refunded later. */
  refundedShare: fc.constantFrom(0, 0, 0.3, 0.5, 1),
});
const offset = fc.oneof(
  fc.integer({ min: -48, max: 56 }).map((quarters) => 15 * quarters),
  fc.integer({ min: -720, max: 840 }),
);
const span = fc.tuple(minutesAgo, fc.integer({ min: 1, max: 500 * 1440 })).map(([ago, length]) => ({
  start: new Date(now.getTime() - ago * minute).toISOString(),
  end: new Date(now.getTime() - ago * minute + length * minute).toISOString(),
}));
const spanFromNow = { start: now.toISOString(), end: new Date(now.getTime() + minute).toISOString() };
const question = fc.record({ period: fc.constantFrom(...periods), outlet: fc.option(fc.nat(1)), offset, span });

const nothing = { online: 0, cash: 0, orders: 0, gross: 0, refunds: 0, net: 0 };
type Money = typeof nothing;
const names = Object.keys(nothing) as (keyof Money)[];
const pick = (row: Money): Money => Object.fromEntries(names.map((name) => [name, row[name]])) as Money;
const sumOf = (rows: Money[]): Money =>
  rows.reduce((sum, row) => Object.fromEntries(names.map((name) => [name, sum[name] + row[name]])) as Money, nothing);

/** The started orders of the list, added up page by page. */
async function addUp(input: object, sent: { token: string; offset: number }): Promise<Money> {
  const counted: Money[] = [];
  let cursor: string | undefined;
  do {
    const { rows, nextCursor } = (await server().client.orders.list({ ...input, cursor, limit: 7 }, sent)).data;
    for (const { status, type, amount, refundedAmount } of rows) {
      if (!isIn(startedStatuses, status)) continue;
      const net = amount - refundedAmount;
      const [online, cash] = type === 'online' ? [net, 0] : [0, net];
      counted.push({
        online,
        cash,
        orders: status === 'refunded' ? 0 : 1,
        gross: amount,
        refunds: refundedAmount,
        net,
      });
    }
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return sumOf(counted);
}

it('the statistics are the sum over the order list, whatever the orders, refunds, offset, outlet and period', async () => {
  const { world, client, pool, setTime } = server();
  setTime(now);
  await fc.assert(
    fc.asyncProperty(
      fc.array(order, { maxLength: 25 }),
      fc.array(question, { minLength: 1, maxLength: 4 }),
      async (orders, questions) => {
        const outlets: Outlet[] = [await world.outlet(), await world.outlet()];
        const { token } = await world.manager(outlets);
        for (const { outlet, refundedShare, ...options } of orders) {
          const place = outlets[outlet];
          if (!place) continue;
          const { deviceId } = await world.device(place);
          const { id } = await world.order(deviceId, options);
          const amount = Math.floor(options.amount * refundedShare);
          if (isIn(countedStatuses, options.status) && amount > 0) {
            const refund = { orderId: String(id), amount, reason: 'sorry' };
            expect(await client.orders.refund(refund, { token })).toMatchObject({ code: 200 });
          }
        }
        for (const { period, outlet, offset, span } of questions) {
          const sent = { token, offset };
          const scope = outlet === null ? {} : { outletId: outlets[outlet]?.outletId };
          const input = { ...scope, period, ...(period === 'custom' ? span : {}) };
          const expected = await addUp(input, sent);
          const figures = (await client.revenue.statistics(input, sent)).data;
          expect(pick(figures)).toEqual(expected);
          expect(figures.yield).toBe(expected.net);
          expect(sumOf((await client.revenue.report(input, sent)).data.rows)).toEqual(expected);
          expect(sumOf((await client.revenue.byOutlet(input, sent)).data.rows)).toEqual(expected);
          const { all } = (await client.orders.summary(input, sent)).data;
          expect(all).toEqual({ orders: expected.orders, amount: expected.online + expected.cash });
        }
        expect(await checkRevenue(pool)).toEqual([]);
      },
    ),
    {
      numRuns: 20,
      // A period that begins now has no baseline.
      examples: [[[], [{ period: 'custom', outlet: null, offset: 0, span: spanFromNow }]]],
    },
  );
});
