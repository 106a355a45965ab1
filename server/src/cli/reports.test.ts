import { describe, expect, it } from 'vitest';
import { runCli } from '../testing/cli.ts';
import { useServer } from '../testing/server.ts';

const server = useServer();
const run = (...words: string[]) => runCli(words, { DATABASE_URL: server().databaseUrl });

interface Row {
  outletId: string | null;
  day: string | null;
  currency: string;
  orders: number;
  gross: number;
  refunds: number;
  net: number;
}

async function report(...words: string[]): Promise<{ rows: Row[]; totals: Row[] }> {
  const { code, stdout, stderr } = await run('report', 'income', ...words, '--json');
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as { rows: Row[]; totals: Row[] };
}

async function scene() {
  const { world } = server();
  const outlet = await world.outlet({ timeZone: 'Asia/Shanghai' });
  const { deviceId } = await world.device(outlet);
  const days = ['2026-11-02T05:00:00Z', '2026-11-02T17:00:00Z', '2026-11-03T05:00:00Z'];
  for (const day of days) await world.order(deviceId, { amount: 1500, at: new Date(day) });
  await world.order(deviceId, { amount: 700, status: 'refunded', at: new Date('2026-11-03T06:00:00Z') });
  return { outlet, manager: await world.manager([outlet]) };
}

describe('report payments', () => {
  it('has the same income by payment method', async () => {
    const { outlet } = await scene();
    const { deviceId } = await server().world.device(outlet);
    await server().world.order(deviceId, { type: 'coin', amount: 300, at: new Date('2026-11-03T07:00:00Z') });
    const words = ['--period', '2026-11', '--outlet', outlet.outletId];
    const { stdout } = await run('report', 'payments', ...words, '--json');
    const rows = JSON.parse(stdout) as { pay_type: string; net: number; orders: number; refunds: number }[];
    expect(rows.map(({ pay_type, orders, refunds, net }) => [pay_type, orders, refunds, net])).toEqual([
      ['sandbox', 3, 700, 4500],
      ['coin', 1, 0, 300],
    ]);
    const [total] = (await report(...words)).totals;
    expect(rows.reduce((sum, { net }) => sum + net, 0)).toBe(total?.net);
    expect(total).toMatchObject({ orders: 4, online: 4500, cash: 300 });
  });
});

describe('report income', () => {
  it("has the managers' figures, by outlet and day at the outlet", async () => {
    const { outlet, manager } = await scene();
    const { rows, totals } = await report('--by', 'outlet,day', '--period', '2026-11', '--outlet', outlet.outletId);
    expect(rows).toHaveLength(30);
    const period = { period: 'custom', start: '2026-10-31T16:00:00Z', end: '2026-11-30T16:00:00Z' } as const;
    const theirs = (await server().client.revenue.report(period, manager)).data.rows;
    const seen = ({ day, orders, gross, refunds, net }: (typeof theirs)[number] | Row) => [
      day,
      orders,
      gross,
      refunds,
      net,
    ];
    expect(rows.map(seen)).toEqual(theirs.map(seen));
    expect(rows.filter(({ net }) => net > 0).map(({ day, net }) => [day, net])).toEqual([
      ['2026-11-02', 1500],
      ['2026-11-03', 3000],
    ]);
    expect(totals).toMatchObject([{ currency: 'CNY', orders: 3, gross: 5200, refunds: 700, net: 4500 }]);
  });

  it('takes the days of a chosen zone', async () => {
    const { outlet } = await scene();
    const days = ['--by', 'day', '--period', '2026-11-02', '--outlet', outlet.outletId];
    expect((await report(...days)).rows).toMatchObject([{ net: 1500 }]);
    expect((await report(...days, '--zone', 'UTC')).rows).toMatchObject([{ net: 3000 }]);
  });

  it('has a row for each month', async () => {
    const { outlet } = await scene();
    const months = ['--by', 'month', '--period', '2026-10-15..2026-11-30', '--outlet', outlet.outletId];
    const { rows } = await report(...months);
    expect(rows.filter(({ net }) => net > 0).map(({ day, net }) => [day, net])).toEqual([['2026-11-01', 4500]]);
    expect((await run('report', 'income', ...months)).stdout).toMatch(/^2026-11 /m);
  });

  it('adds outlets up by currency, and lists a foreign currency only where there was income in it', async () => {
    const { world } = server();
    const outlet = await world.outlet({ currency: 'RM', timeZone: 'Asia/Kuala_Lumpur' });
    const { deviceId } = await world.device(outlet);
    const at = new Date('2026-10-10T05:00:00Z');
    await world.order(deviceId, { amount: 900, at });
    const october = async () => (await report('--period', '2026-10', '--outlet', outlet.outletId)).rows;
    expect(await october()).toMatchObject([{ currency: 'RM', net: 900 }]);
    await world.order(deviceId, { amount: 500, currency: 'CNY', type: 'coin', at });
    expect(await october()).toMatchObject([
      { currency: 'CNY', net: 500 },
      { currency: 'RM', net: 900 },
    ]);
    expect((await report('--period', '2026-10')).totals).toContainEqual(
      expect.objectContaining({ currency: 'RM', net: 900 }),
    );
  });

  it('refuses days and months together', async () => {
    expect((await run('report', 'income', '--period', 'year', '--by', 'day,month')).code).toBe(2);
  });
});
