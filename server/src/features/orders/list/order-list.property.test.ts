import { gears, orderTypes } from '@recline/contract/dictionary';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { useServer } from '../../../testing/server.ts';

const server = useServer();
const now = new Date('2026-03-04T10:20:30Z');

// Sometimes many orders of one outlet at the same time, sometimes days without any.
const order = fc.record({
  outlet: fc.oneof(fc.constant(0), fc.nat(11)),
  type: fc.constantFrom(...orderTypes),
  gear: fc.constantFrom(...gears),
  status: fc.constantFrom('finished', 'finished', 'failed', 'refunded'),
  couponProperty: fc.constantFrom(undefined, undefined, 'free', 'discount'),
  minutesAgo: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 20 * 1440 })),
});
const question = fc.record({
  filters: fc.record(
    {
      type: fc.constantFrom(...orderTypes),
      gear: fc.constantFrom(...gears),
      status: fc.constantFrom('finished', 'failed', 'refunded'),
      couponProperty: fc.constantFrom('free', 'discount'),
    },
    { requiredKeys: [] },
  ),
  limit: fc.integer({ min: 1, max: 9 }),
});

// Few outlets are read one by one, many together.
it.each([
  [12, 10],
  [21, 4],
])(
  'pages for %i outlets hold every matching order once, newest first',
  async (outletCount, numRuns) => {
    const { world, client, setTime } = server();
    setTime(now);
    await fc.assert(
      fc.asyncProperty(
        fc.array(order, { minLength: 20, maxLength: 60 }),
        fc.array(question, { minLength: 4, maxLength: 4 }),
        async (orders, questions) => {
          const outlets = await Promise.all(Array.from({ length: outletCount }, () => world.outlet()));
          const devices = await Promise.all(outlets.map((outlet) => world.device(outlet)));
          const { token } = await world.manager(outlets);
          const placed: { orderId: string; at: number; type: string; gear: string; status: string }[] = [];
          for (const { outlet, minutesAgo, ...options } of orders) {
            const at = new Date(now.getTime() - minutesAgo * 60_000);
            const { orderId } = await world.order(devices[outlet]?.deviceId ?? '', { ...options, at });
            placed.push({ orderId, at: at.getTime(), ...options });
          }
          placed.sort((a, b) => b.at - a.at || Number(b.orderId) - Number(a.orderId));
          for (const { filters, limit } of questions) {
            const wanted = Object.entries(filters);
            const matching = placed.filter((each) => wanted.every(([name, value]) => each[name as 'type'] === value));
            const span = { period: 'custom', start: '2026-01-01T00:00:00Z', end: '2026-03-05T00:00:00Z' } as const;
            const listed: string[] = [];
            for (let cursor: string | null | undefined; cursor !== null; ) {
              const page = await client.orders.list({ ...span, ...filters, limit, cursor }, { token });
              listed.push(...page.data.rows.map((row) => row.orderId));
              cursor = page.data.nextCursor;
            }
            expect(listed).toEqual(matching.map((each) => each.orderId));
          }
        },
      ),
      { numRuns },
    );
  },
  120_000,
);
