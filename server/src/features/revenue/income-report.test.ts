import { expect, it } from 'vitest';
import { useServer } from '../../testing/server.ts';
import { findOutlet } from '../outlets/index.ts';
import { type IncomePart, incomeReport, totalsOf } from './income-report.ts';

const server = useServer();
const now = new Date('2026-11-18T04:00:00Z');

/** An outlet with a chair, and orders at these instants. */
async function outletWith(orders: [at: string, amount: number][], options: { timeZone?: string } = {}) {
  const { world, pool } = server();
  const outlet = await world.outlet(options);
  const { deviceId } = await world.device(outlet);
  for (const [at, amount] of orders) await world.order(deviceId, { at: new Date(at), amount });
  return { deviceId, ...(await findOutlet(pool, outlet.id)) };
}

const report = (outlets: Parameters<typeof incomeReport>[1]['outlets'], by: IncomePart[] = [], zone?: string) =>
  incomeReport(
    { pool: server().pool, clock: () => now },
    { outlets, by, zone, periodAt: () => ({ period: 'year' as const }) },
  );

it('lists each outlet, by day or by month, in its own zone', async () => {
  const shanghai = await outletWith([
    ['2026-10-31T17:00:00Z', 100], // 1 November there
    ['2026-11-02T05:00:00Z', 20],
  ]);
  const london = await outletWith([['2026-10-31T17:00:00Z', 3]], { timeZone: 'Europe/London' });
  const rows = async (...by: IncomePart[]) =>
    (await report([shanghai, london], by))
      .filter(({ orders }) => orders > 0)
      .map(({ outletId, outletName, day, orders, net }) => [outletId, outletName, day, orders, net]);
  expect(await rows('outlet', 'month')).toEqual([
    [shanghai.outletId, shanghai.name, '2026-11-01', 2, 120],
    [london.outletId, london.name, '2026-10-01', 1, 3],
  ]);
  expect(await rows('outlet', 'day')).toEqual([
    [shanghai.outletId, shanghai.name, '2026-11-01', 1, 100],
    [shanghai.outletId, shanghai.name, '2026-11-02', 1, 20],
    [london.outletId, london.name, '2026-10-31', 1, 3],
  ]);
  expect(await rows('outlet')).toEqual([
    [shanghai.outletId, shanghai.name, null, 2, 120],
    [london.outletId, london.name, null, 1, 3],
  ]);
});

it('adds up outlets of all zones, unless it is split by outlet', async () => {
  const shanghai = await outletWith([['2026-10-31T17:00:00Z', 100]]);
  const london = await outletWith([['2026-10-31T17:00:00Z', 3]], { timeZone: 'Europe/London' });
  const both = [shanghai, london];
  const sums = async (by: IncomePart[], zone?: string) =>
    (await report(both, by, zone)).filter(({ net }) => net > 0).map(({ outletId, day, net }) => [outletId, day, net]);
  expect(await sums([])).toEqual([[null, null, 103]]);
  expect((await sums(['month'])).toSorted()).toEqual([
    [null, '2026-10-01', 3],
    [null, '2026-11-01', 100],
  ]);
  expect(await sums(['month'], 'UTC')).toEqual([[null, '2026-10-01', 103]]);
});

it('an outlet has a row in its own currency, and in another one that it took or refunded', async () => {
  const outlet = await outletWith([]);
  const { world } = server();
  const rows = async () =>
    (await report([outlet])).map(({ currency, orders, gross, refunds, net }) => [
      currency,
      orders,
      gross,
      refunds,
      net,
    ]);
  expect(await rows()).toEqual([['CNY', 0, 0, 0, 0]]);
  const at = new Date('2026-11-02T05:00:00Z');
  await world.order(outlet.deviceId, { at, amount: 0, currency: 'RM' });
  await world.order(outlet.deviceId, { at, amount: 900, currency: 'PHP', status: 'refunded' });
  expect(await rows()).toEqual([
    ['CNY', 0, 0, 0, 0],
    ['RM', 1, 0, 0, 0],
    ['PHP', 0, 900, 900, 0],
  ]);
});

it('sums up each currency, every figure of it', async () => {
  const outlet = await outletWith([['2026-11-02T05:00:00Z', 20]]);
  const { world } = server();
  const at = new Date('2026-11-03T05:00:00Z');
  await world.order(outlet.deviceId, { at, amount: 7, type: 'coin' });
  await world.order(outlet.deviceId, { at, amount: 9, status: 'refunded' });
  await world.order(outlet.deviceId, { at, amount: 5, currency: 'RM' });
  const sum = { outletId: null, outletName: null, day: null };
  expect(totalsOf(await report([outlet], ['outlet', 'day']))).toEqual([
    { ...sum, currency: 'CNY', orders: 2, online: 20, cash: 7, gross: 36, refunds: 9, net: 27 },
    { ...sum, currency: 'RM', orders: 1, online: 5, cash: 0, gross: 5, refunds: 0, net: 5 },
  ]);
});
