import { orderStatuses, orderTypes } from '@recline/contract/dictionary';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { checkRevenue } from '../features/revenue/revenue.upkeep.ts';
import { offsetIn } from '../platform/calendar.ts';
import { makeLog } from '../platform/log.ts';
import { useServer } from '../testing/server.ts';
import { demoChairs, demoCoupons, fillDemo } from './demo.ts';
import { ordersBetween } from './orders.ts';
import { chairs, offset, timeZones } from './places.ts';

const server = useServer();
const log = makeLog('silent');
const noon = new Date('2026-11-14T04:00:00Z'); // a Saturday, noon in China
const later = new Date('2026-11-15T04:00:00Z');
const clock = () => noon;

async function logIn(account: string): Promise<string> {
  const { data } = await server().client.logIn(account, 'recline-demo');
  return data.accessToken;
}
async function rowsOf<T>(text: string): Promise<T[]> {
  return (await server().pool.query(text)).rows as T[];
}

beforeAll(async () => {
  server().setTime(noon);
  await fillDemo(server().databaseUrl, clock, log, 20);
});

describe('the demo', () => {
  it('has twelve outlets in three currencies and about 250 chairs', async () => {
    const token = await logIn('global');
    const { rows } = (await server().client.outlets.list({}, { token })).data;
    expect(rows).toHaveLength(12);
    expect(new Set(rows.map((row) => row.currency))).toEqual(new Set(['CNY', 'RM', 'PHP']));
    expect(rows.reduce((sum, row) => sum + row.devices, 0)).toBe(252);
  });

  it.each(Object.values(timeZones))('draws its days at the offset of %s', (timeZone) => {
    expect(offsetIn(timeZone, new Date('2026-01-15T00:00:00Z'))).toBe(offset);
    expect(offsetIn(timeZone, new Date('2026-07-15T00:00:00Z'))).toBe(offset);
  });

  it('lets its managers in, each with its own outlets and permissions', async () => {
    const { client } = server();
    const info = async (account: string) => (await client.session.info({}, { token: await logIn(account) })).data;
    expect(await info('manager')).toMatchObject({ permissions: ['home', 'details', 'user'], currency: 'CNY' });
    expect((await info('manager')).outlets).toHaveLength(7);
    expect((await info('global')).outlets).toHaveLength(12);
    expect(await info('home-only')).toMatchObject({ permissions: ['home', 'user'], outlets: [{ outletId: '1' }] });
  });

  it("refuses the member's password at the managers' login", async () => {
    expect((await server().client.logIn('member', 'recline-demo')).code).toBe(20102);
    const [member] = await rowsOf('SELECT mobile, bound_outlet_id FROM accounts WHERE account = $$member$$');
    expect(member).toEqual({ mobile: '+8613800000001', bound_outlet_id: 1 });
  });

  it('has orders of every type and of every status but starting, and statistics that agree with them', async () => {
    const types = await rowsOf<{ type: string }>('SELECT DISTINCT type FROM orders');
    const statuses = await rowsOf<{ status: string }>('SELECT DISTINCT status FROM orders');
    expect(types.map((row) => row.type).sort()).toEqual([...orderTypes].sort());
    const atRest = orderStatuses.filter((status) => status !== 'starting');
    expect(statuses.map((row) => row.status).sort()).toEqual(atRest.sort());
    expect(await checkRevenue(server().pool)).toEqual([]);
  });

  it('has no overlapping orders on a chair and none in the future', async () => {
    const overlaps =
      await rowsOf(`SELECT device_id FROM (SELECT device_id, at, coalesce(ended_at, ends_at, at) AS ended,
      lead(at) OVER (PARTITION BY device_id ORDER BY at) AS next FROM orders) t WHERE next < ended`);
    expect(overlaps).toEqual([]);
    expect(await rowsOf(`SELECT id FROM orders WHERE created_at > '${noon.toISOString()}'`)).toEqual([]);
  });

  it('is busier on a Saturday evening than on a Tuesday morning', () => {
    const count = (since: string, until: string) => ordersBetween(chairs, new Date(since), new Date(until)).length;
    const evening = count('2026-11-07T10:00:00Z', '2026-11-07T13:00:00Z');
    const morning = count('2026-11-03T01:00:00Z', '2026-11-03T04:00:00Z');
    expect(evening).toBeGreaterThan(3 * morning);
  });

  it('is the same each time it is drawn', () => {
    const draw = () => ordersBetween(chairs.slice(0, 5), new Date('2026-10-01T00:00:00Z'), noon);
    expect(draw()).toEqual(draw());
  });

  it('has feedback with replies, adverts with pictures and coupons to try', async () => {
    const feedback = await rowsOf<{ status: string }>('SELECT DISTINCT status FROM feedback');
    expect(feedback.map((row) => row.status).sort()).toEqual(['done', 'new', 'open']);
    expect(await rowsOf('SELECT id FROM feedback WHERE (status = $$new$$) <> (reply IS NULL)')).toEqual([]);
    expect(await rowsOf('SELECT id FROM adverts')).toHaveLength(36);
    const coupons = await demoCoupons(server().pool, noon);
    expect(coupons.map((coupon) => coupon.kind).sort()).toEqual(['amount_off', 'cash', 'discount', 'free']);
  });

  it('refunds its orders and leaves no refund due', async () => {
    const { client } = server();
    const [order] = await rowsOf<{ id: number }>(
      `SELECT id FROM orders WHERE status = 'finished' AND pay_type = 'wechat' AND amount > 0 LIMIT 1`,
    );
    const refund = { orderId: String(order?.id), reason: 'the chair was cold' };
    expect((await client.orders.refund(refund, { token: await logIn('global') })).data.status).toBe('refunded');
    const owed = `SELECT order_id FROM refunds WHERE state <> 'done'`;
    await vi.waitFor(async () => expect(await rowsOf(owed)).toEqual([]), { timeout: 30_000 });
    expect(await rowsOf(`SELECT kind FROM ledger WHERE order_id = ${order?.id} ORDER BY id`)).toEqual(
      ['paid', 'refunded'].map((kind) => ({ kind })),
    );
  });

  it("knows its chairs' secrets, and which chairs are out of order", async () => {
    const found = await demoChairs(server().pool);
    expect(found).toHaveLength(252);
    expect(found.filter((chair) => chair.faultCode !== null)).toHaveLength(4);
    expect(new Set(found.map((chair) => chair.secret)).size).toBe(252);
  });

  it('gets the orders since then at a later start, once', async () => {
    const { pool, databaseUrl } = server();
    const count = async () => (await rowsOf<{ count: number }>('SELECT count(*) FROM orders'))[0]?.count ?? 0;
    const before = await count();
    await fillDemo(databaseUrl, clock, log);
    expect(await count()).toBe(before);
    await fillDemo(databaseUrl, () => later, log);
    const after = await count();
    expect(after).toBeGreaterThan(before + 300);
    await fillDemo(databaseUrl, () => later, log);
    expect(await count()).toBe(after);
    expect(await checkRevenue(pool)).toEqual([]);
  });
});
