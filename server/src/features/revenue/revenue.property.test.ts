import { orderStatuses, orderTypes } from '@recline/contract/dictionary';
import { periods } from '@recline/contract/fields';
import { countedStatuses, isIn } from '@recline/contract/values';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { useServer } from '../../testing/server.ts';
import type { Outlet } from '../../testing/world.ts';
import { checkRevenue } from './revenue.upkeep.ts';

const server = useServer();
const now = new Date('2026-03-04T10:20:30Z');
const minute = 60_000;

// Most orders are around now, and often at the boundary of an hour, where mistakes show.
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
  refundedLater: fc.boolean(),
});
const offset = fc.oneof(
  fc.integer({ min: -48, max: 56 }).map((quarters) => 15 * quarters),
  fc.integer({ min: -720, max: 840 }),
);
const span = fc.tuple(minutesAgo, fc.integer({ min: 1, max: 500 * 1440 })).map(([ago, length]) => ({
  start: new Date(now.getTime() - ago * minute).toISOString(),
  end: new Date(now.getTime() - ago * minute + length * minute).toISOString(),
}));
const question = fc.record({ period: fc.constantFrom(...periods), outlet: fc.option(fc.nat(1)), offset, span });

interface Money {
  online: number;
  cash: number;
  orders: number;
}
const sumOf = (rows: Money[]): Money =>
  rows.reduce(
    (sum, row) => ({ online: sum.online + row.online, cash: sum.cash + row.cash, orders: sum.orders + row.orders }),
    { online: 0, cash: 0, orders: 0 },
  );

/** The counted orders of the list, added up page by page. */
async function addUp(input: object, sent: { token: string; offset: number }): Promise<Money> {
  const counted: Money[] = [];
  let cursor: string | undefined;
  do {
    const { rows, nextCursor } = (await server().client.orders.list({ ...input, cursor, limit: 7 }, sent)).data;
    for (const { status, type, amount } of rows) {
      if (status !== 'running' && status !== 'finished') continue;
      counted.push({ online: type === 'online' ? amount : 0, cash: type === 'online' ? 0 : amount, orders: 1 });
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
        for (const { outlet, refundedLater, ...options } of orders) {
          const place = outlets[outlet];
          if (!place) continue;
          const { deviceId } = await world.device(place);
          const { id } = await world.order(deviceId, options);
          if (refundedLater && isIn(countedStatuses, options.status)) {
            const refund = `UPDATE orders SET status = 'refunded', refunded_amount = amount, ended_at = $2 WHERE id = $1`;
            await pool.query(refund, [id, now]);
          }
        }
        for (const { period, outlet, offset, span } of questions) {
          const sent = { token, offset };
          const scope = outlet === null ? {} : { outletId: outlets[outlet]?.outletId };
          const input = { ...scope, period, ...(period === 'custom' ? span : {}) };
          const expected = await addUp(input, sent);
          const figures = (await client.revenue.statistics(input, sent)).data;
          expect({ online: figures.online, cash: figures.cash, orders: figures.orders }).toEqual(expected);
          expect(figures.yield).toBe(expected.online + expected.cash);
          expect(sumOf((await client.revenue.report(input, sent)).data.rows)).toEqual(expected);
          expect(sumOf((await client.revenue.byOutlet(input, sent)).data.rows)).toEqual(expected);
          const { all } = (await client.orders.summary(input, sent)).data;
          expect(all).toEqual({ orders: expected.orders, amount: expected.online + expected.cash });
        }
        expect(await checkRevenue(pool)).toEqual([]);
      },
    ),
    { numRuns: 20 },
  );
}, 120_000);
