import { describe, expect, it } from 'vitest';
import { useServer } from '../../testing/server.ts';
import { checkRevenue, pauseCounting, rebuildRevenue, resumeCounting } from './revenue.upkeep.ts';

const server = useServer();
const noon = new Date('2026-11-18T04:00:00Z'); // a Wednesday, noon in China
const before = (hours: number) => new Date(noon.getTime() - hours * 3600_000);

/** An outlet with one chair, its manager, and orders at these hours before noon. */
async function setUp(orders: [hours: number, amount: number, type: 'online' | 'coin' | 'cash_coupon'][] = []) {
  const { world, client, setTime } = server();
  setTime(noon);
  const outlet = await world.outlet();
  const { deviceId } = await world.device(outlet);
  for (const [hours, amount, type] of orders) await world.order(deviceId, { at: before(hours), amount, type });
  const { token } = await world.manager([outlet]);
  return { world, client, outlet, deviceId, token, sent: { token, offset: 480 } };
}

describe('income', () => {
  it('of today counts from local midnight, online and cash separately', async () => {
    const { client, sent } = await setUp([
      [1, 100, 'online'],
      [2, 30, 'coin'],
      [3, 7, 'cash_coupon'],
      [13, 5000, 'online'],
    ]);
    const { data } = await client.revenue.today({}, sent);
    expect(data).toEqual({
      online: 100,
      cash: 37,
      total: 137,
      asOf: noon.toISOString(),
      currency: 'CNY',
      currencies: ['CNY'],
    });
  });

  it('of an order that failed, was refunded or was never paid is not counted', async () => {
    const { client, world, deviceId, sent } = await setUp();
    for (const status of ['failed', 'refunded', 'cancelled', 'pending'] as const) {
      await world.order(deviceId, { at: before(1), status });
    }
    expect((await client.revenue.today({}, sent)).data.total).toBe(0);
    expect((await client.revenue.summary({}, sent)).data.ordersToday).toBe(0);
  });

  it('of yesterday is compared with the same weekday of last week, unless the outlet had no income then', async () => {
    const day = 24;
    const old = await setUp([
      [day, 5, 'online'],
      [8 * day, 7, 'online'],
      [40 * day, 1, 'online'],
    ]);
    expect((await old.client.revenue.overview({}, old.sent)).data.yesterday).toMatchObject({
      previous: 0,
      lastWeek: 7,
    });
    const young = await setUp([[day, 5, 'online']]);
    const { data } = await young.client.revenue.overview({}, young.sent);
    expect(data.yesterday).toMatchObject({ comparable: false, lastWeek: null });
    expect(data.month).toMatchObject({ comparable: false });
  });

  it('of a period is compared with a day, a week and a period earlier, up to the same point', async () => {
    const day = 24;
    const { client, sent } = await setUp([
      [1, 1, 'online'],
      [day + 1, 2, 'online'],
      [day - 1, 4, 'online'], // yesterday, later than now
      [7 * day + 1, 8, 'coin'],
      [60 * day, 16, 'online'],
    ]);
    const { data } = await client.revenue.comparison({ period: 'today' }, sent);
    expect(data).toMatchObject({ day: 2, weekday: 8, period: 2 });
    expect((await client.revenue.comparison({ period: 'year' }, sent)).data).toMatchObject({ period: null });
  });

  it('is broken down by hour for a day, but not for a long period', async () => {
    const { client, sent } = await setUp([
      [1, 3, 'online'],
      [1, 4, 'coin'],
      [13, 50, 'online'],
    ]);
    const { data } = await client.revenue.hours({ period: 'today' }, sent);
    expect(data.points).toHaveLength(13);
    expect(data.points[11]).toEqual({ at: '2026-11-18T03:00:00.000Z', online: 3, cash: 4, orders: 2 });
    const yesterday = (await client.revenue.hours({ period: 'yesterday' }, sent)).data.points;
    expect(yesterday).toHaveLength(24);
    expect(yesterday.map((point) => point.online)).toContain(50);
    expect((await client.revenue.hours({ period: 'month' }, sent)).code).toBe(400);
  });

  it('of seven days comes with the seven days before, and with last week up to the same time', async () => {
    const { client, sent } = await setUp([
      [7 * 24 + 1, 9, 'online'],
      [7 * 24 - 1, 4, 'online'],
    ]);
    const { data } = await client.revenue.sevenDays({}, sent);
    expect(data.points.map((point) => point.online)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(data.before?.at(-1)).toEqual({ day: '2026-11-11', online: 13, cash: 0 });
    expect(data.lastWeek).toEqual({ day: '2026-11-11', online: 9, cash: 0 });
    expect((await client.revenue.ordersSevenDays({}, sent)).data.lastWeek).toMatchObject({ online: 1 });
  });

  it('of each outlet has its total of the same day of last week, or of the period before', async () => {
    const { client, world, outlet } = await setUp([
      [1, 10, 'online'],
      [25, 30, 'online'],
      [7 * 24 + 1, 20, 'online'],
      [7 * 24 - 1, 40, 'online'],
      [49, 3, 'online'],
      [90, 1, 'online'],
    ]);
    const young = await world.outlet();
    await world.order((await world.device(young)).deviceId, { at: before(2), amount: 5 });
    const sent = { token: (await world.manager([outlet, young])).token, offset: 480 };
    const { rows } = (await client.revenue.byOutlet({ period: 'today' }, sent)).data;
    expect(rows.map(({ total, previous }) => [total, previous])).toEqual([
      [10, 20],
      [5, null],
    ]);
    const yesterday = (await client.revenue.byOutlet({ period: 'yesterday' }, sent)).data;
    expect(yesterday.rows.map(({ total, previous }) => [total, previous])).toEqual([
      [30, 3],
      [0, null],
    ]);
  });

  it('and its counts are in the requested currency', async () => {
    const { world, client, outlet } = await setUp();
    const abroad = await world.outlet({ currency: 'PHP' });
    await world.device(abroad, { online: true });
    const broken = await world.device(abroad, { online: true });
    await server().pool.query(`UPDATE devices SET fault_code = 'E01' WHERE outlet_id = $1`, [abroad.id]);
    await server().pool.query('UPDATE devices SET offline_since = $2 WHERE outlet_id = $1', [outlet.id, before(1)]);
    await world.order(broken.deviceId, { at: before(1) });
    const sent = { token: (await world.manager([outlet, abroad])).token, offset: 480 };
    const summaryIn = async (currency: 'CNY' | 'PHP') => (await client.revenue.summary({ currency }, sent)).data;
    expect(await summaryIn('CNY')).toMatchObject({ ordersToday: 0, outlets: 1, devices: 1, abnormalDevices: 1 });
    expect(await summaryIn('PHP')).toMatchObject({ ordersToday: 1, outlets: 1, devices: 2, abnormalDevices: 2 });
  });

  it('is compared with the same part of the previous period', async () => {
    const day = 24;
    const { client, sent } = await setUp([
      [1, 1, 'online'],
      [day, 2, 'online'],
      [2 * day, 4, 'online'], // Monday
      [7 * day + 1, 8, 'coin'], // Wednesday of last week, 11 o'clock
      [7 * day - 1, 16, 'coin'], // 13 o'clock: after the same point
      [31 * day + 1, 32, 'online'],
      [365 * day + 1, 64, 'online'],
    ]);
    const { data } = await client.revenue.overview({}, sent);
    expect(data.yesterday).toEqual({
      online: 2,
      cash: 0,
      total: 2,
      previous: 4,
      comparable: true,
      lastWeek: 0,
    });
    expect(data.week).toMatchObject({ online: 7, cash: 0, total: 7, previous: 8 });
    expect(data.month).toMatchObject({ online: 7, cash: 24, total: 31, previous: 32 });
    expect(data.year).toMatchObject({ online: 39, cash: 24, total: 63, previous: 64 });
  });

  it("without an offset uses the outlet's zone as of that moment", async () => {
    const { world, client, setTime } = server();
    const outlet = await world.outlet({ timeZone: 'Europe/London' });
    const { deviceId } = await world.device(outlet);
    const totalAt = async (moment: string) => {
      setTime(new Date(moment));
      const { token } = await world.manager([outlet]);
      return (await client.revenue.today({}, { token })).data.total;
    };
    await world.order(deviceId, { at: new Date('2026-07-01T23:30:00Z'), amount: 10 });
    await world.order(deviceId, { at: new Date('2026-12-01T23:30:00Z'), amount: 20 });
    expect(await totalAt('2026-07-02T12:00:00Z')).toBe(10);
    expect(await totalAt('2026-12-02T12:00:00Z')).toBe(0);
    setTime(noon);
  });

  it("without an offset uses the outlet's zone, with one the caller's", async () => {
    const { client, sent, token } = await setUp([[11.9, 10, 'online']]);
    expect((await client.revenue.today({}, { token })).data.total).toBe(10);
    expect((await client.revenue.today({}, { ...sent, offset: 465 })).data.total).toBe(0);
  });
});

describe('a manager of several currencies', () => {
  it('sees one at a time and a list of all', async () => {
    const { world, client, setTime } = server();
    setTime(noon);
    const peso = await world.outlet({ currency: 'PHP' });
    const yuan = await world.outlet({ currency: 'CNY' });
    const { token } = await world.manager([peso, yuan]);
    const sent = { token, offset: 480 };
    await world.order((await world.device(peso)).deviceId, { at: before(1), amount: 5 });
    await world.order((await world.device(yuan)).deviceId, { at: before(1), amount: 9 });
    const first = await client.revenue.statistics({}, sent);
    expect(first.data).toMatchObject({ yield: 5, devices: 1, currency: 'PHP', currencies: ['CNY', 'PHP'] });
    const other = await client.revenue.byOutlet({ currency: 'CNY' }, sent);
    expect(other.data.rows).toMatchObject([{ outletId: yuan.outletId, total: 9, perDevice: 9 }]);
    const one = await client.revenue.statistics({ outletId: yuan.outletId }, sent);
    expect(one.data).toMatchObject({ yield: 9, currency: 'CNY', currencies: ['CNY'] });
  });
});

describe('the overview screen', () => {
  it('gets in one answer what the single calls return', async () => {
    const { client, world, outlet, sent } = await setUp([
      [1, 100, 'online'],
      [30, 50, 'coin'],
      [7 * 24 + 1, 70, 'coin'],
      [7 * 24 - 1, 80, 'coin'],
      [40 * 24, 1, 'coin'],
    ]);
    await world.device(outlet, { online: true });
    const { data } = await client.revenue.home({}, sent);
    const today = (await client.revenue.today({}, sent)).data;
    const overview = (await client.revenue.overview({}, sent)).data;
    const summary = (await client.revenue.summary({}, sent)).data;
    const { currency, currencies } = today;
    const { lastWeek, ...figures } = data.today;
    expect({ ...figures, currency, currencies }).toEqual(today);
    expect(lastWeek).toBe(70);
    const details = await client.revenue.comparison({ period: 'today' }, sent);
    expect(details.data.weekday).toBe(lastWeek);
    expect({ ...data.overview, currency, currencies }).toEqual(overview);
    expect({ ...data.summary, currency, currencies }).toEqual(summary);
    expect(data.summary).toMatchObject({ ordersToday: 1, outlets: 1, devices: 2 });
  });
});

describe('a chart', () => {
  it('of today has a point per hour up to now', async () => {
    const { client, sent } = await setUp([
      [0, 3, 'online'],
      [1.5, 4, 'coin'],
    ]);
    const { points } = (await client.revenue.realTime({}, sent)).data;
    expect(points).toHaveLength(13);
    expect(points.slice(-3)).toEqual([
      { at: before(2).toISOString(), online: 0, cash: 4 },
      { at: before(1).toISOString(), online: 0, cash: 0 },
      { at: noon.toISOString(), online: 3, cash: 0 },
    ]);
  });

  it('of seven days has every day, in money and in orders', async () => {
    const { client, sent } = await setUp([
      [1, 3, 'online'],
      [49, 4, 'coin'],
      [49, 5, 'coin'],
    ]);
    const money = (await client.revenue.sevenDays({}, sent)).data.points;
    const orders = (await client.revenue.ordersSevenDays({}, sent)).data.points;
    expect(money.map(({ day }) => day.slice(8))).toEqual(['12', '13', '14', '15', '16', '17', '18']);
    expect(money.map(({ online, cash }) => online + cash)).toEqual([0, 0, 0, 0, 9, 0, 3]);
    expect(orders.map(({ online, cash }) => online + cash)).toEqual([0, 0, 0, 0, 2, 0, 1]);
  });
});

describe('who may see it', () => {
  it('is a manager with the permission, for its own outlets', async () => {
    const { client, world, outlet } = await setUp();
    const stranger = await world.manager([await world.outlet()]);
    const other = await client.revenue.statistics({ outletId: outlet.outletId }, { token: stranger.token });
    expect(other).toMatchObject({ status: 404, code: 404 });
    const homeOnly = await world.manager([outlet], ['home']);
    expect((await client.revenue.statistics({}, { token: homeOnly.token })).code).toBe(403);
    expect((await client.revenue.home({}, { token: homeOnly.token })).code).toBe(200);
    const consumer = await world.consumer();
    expect((await client.revenue.home({}, { token: consumer.token })).code).toBe(403);
  });

  it('with no outlet at all sees zeros', async () => {
    const { client, world } = server();
    const { token } = await world.manager([]);
    const { data } = await client.revenue.statistics({ period: 'year' }, { token });
    expect(data).toMatchObject({ yield: 0, devices: 0, perDevice: 0, currency: 'CNY', currencies: [] });
  });
});

describe('a wrong period', () => {
  it.each([
    ['start', { period: 'custom' as const }],
    ['end', { period: 'custom' as const, start: '2026-01-02T00:00:00Z' }],
    ['end', { period: 'custom' as const, start: '2026-01-02T00:00:00Z', end: '2026-01-02T00:00:00Z' }],
    ['end', { period: 'custom' as const, start: '2020-01-02T00:00:00Z', end: '2026-01-02T00:00:00Z' }],
    ['end', { period: 'custom' as const, start: '2020-01-02T00:00:00Z', end: 'today' }],
    ['start', { period: 'custom' as const, start: 'yesterday', end: '2026-01-02T00:00:00Z' }],
  ])('names %s', async (field, input) => {
    const { client, sent } = await setUp();
    const answer = await client.revenue.report(input, { ...sent, lang: 'en_US' });
    expect(answer.code).toBe(400);
    expect(answer.message).toContain(field);
  });
});

describe('maintenance of the statistics', () => {
  it('finds rows that were written without the trigger, and corrects them', async () => {
    const { client, deviceId, world, sent } = await setUp([[1, 100, 'online']]);
    const { pool } = server();
    expect(await checkRevenue(pool)).toEqual([]);
    await pauseCounting(pool);
    await world.order(deviceId, { at: before(1), amount: 11 });
    await resumeCounting(pool);
    expect((await checkRevenue(pool)).map((difference) => difference.tier).sort()).toEqual(['days', 'hours', 'months']);
    expect(await rebuildRevenue(pool)).toHaveLength(3);
    expect(await checkRevenue(pool)).toEqual([]);
    expect((await client.revenue.today({}, sent)).data.total).toBe(111);
  });
});
