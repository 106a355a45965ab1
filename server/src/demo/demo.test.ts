import { orderStatuses, orderTypes } from '@recline/contract/dictionary';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { checkRevenue } from '../features/revenue/revenue.upkeep.ts';
import { offsetIn } from '../platform/calendar.ts';
import { makeLog } from '../platform/log.ts';
import { runCli } from '../testing/cli.ts';
import { useServer } from '../testing/server.ts';
import { demoChairs } from './chairs.ts';
import { demoCoupons, fillDemo, fillDemoGap } from './demo.ts';
import { makeHistory } from './history.ts';
import { ordersBetween } from './orders.ts';
import { chairs, offset, timeZones } from './places.ts';
import { refusedRefund } from './waiting.ts';

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

const inUse = async () => (await rowsOf("SELECT id FROM orders WHERE status = 'running'")).length;

beforeAll(async () => {
  server().setTime(noon);
  await fillDemo(server().databaseUrl, clock, log, 3);
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

  it('lets its managers log in, each with their own outlets and permissions', async () => {
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

  it('has orders of every type and of every lasting status, and statistics that agree with them', async () => {
    const types = await rowsOf<{ type: string }>('SELECT DISTINCT type FROM orders');
    const statuses = await rowsOf<{ status: string }>('SELECT DISTINCT status FROM orders');
    expect(types.map((row) => row.type).sort()).toEqual([...orderTypes].sort());
    const lasting = orderStatuses.filter((status) => status !== 'starting' && status !== 'pending');
    expect(statuses.map((row) => row.status)).toEqual(expect.arrayContaining(lasting));
    expect(await checkRevenue(server().pool)).toEqual([]);
  });

  it('has no overlapping orders on a chair and none in the future', async () => {
    const overlaps =
      await rowsOf(`SELECT device_id FROM (SELECT device_id, at, coalesce(ended_at, ends_at, at) AS ended,
      lead(at) OVER (PARTITION BY device_id ORDER BY at) AS next FROM orders) t WHERE next < ended`);
    expect(overlaps).toEqual([]);
    expect(await rowsOf(`SELECT id FROM orders WHERE created_at > '${noon.toISOString()}'`)).toEqual([]);
  });

  it('is busier in its malls on a Saturday evening than on a Tuesday morning', () => {
    const malls = chairs.filter(({ place }) => place.kind === 'mall');
    const count = (since: string, until: string) => ordersBetween(malls, new Date(since), new Date(until)).length;
    const evening = count('2026-11-07T10:00:00Z', '2026-11-07T13:00:00Z');
    const morning = count('2026-11-03T01:00:00Z', '2026-11-03T04:00:00Z');
    expect(evening).toBeGreaterThan(3 * morning);
  });

  it('is the same each time it is generated', () => {
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

  it('uses WeChat and Alipay only where they are available, and every online payment can be refunded', async () => {
    const used = await rowsOf(
      `SELECT DISTINCT currency, pay_type FROM orders WHERE pay_type NOT IN ('cash', 'coin', 'coupon') ORDER BY 1, 2`,
    );
    expect(used).toEqual([
      { currency: 'CNY', pay_type: 'alipay' },
      { currency: 'CNY', pay_type: 'wechat' },
      { currency: 'PHP', pay_type: 'sandbox' },
      { currency: 'RM', pay_type: 'sandbox' },
    ]);
    const withoutAttempt = `SELECT o.id FROM orders o LEFT JOIN payment_attempts a ON a.order_id = o.id
      WHERE o.pay_type = 'sandbox' AND o.status = 'finished' AND o.amount > 0 AND a.id IS NULL`;
    expect(await rowsOf(withoutAttempt)).toEqual([]);
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

  it('has three unanswered complaints, and one payment that was refunded at the sandbox alone', async () => {
    const { client } = server();
    const { counts } = (await client.feedback.list({}, { token: await logIn('global') })).data;
    expect(counts).toMatchObject({ new: 3, open: 3 });
    const refused = await refusedRefund(server().pool);
    const { data } = await client.orders.get({ orderId: refused?.orderId ?? '' }, { token: await logIn('global') });
    expect(data).toMatchObject({ status: 'finished', refundedAmount: 0, outletName: refused?.place });
  });

  it('has a refund that the sandbox refuses, which needs staff, as the only difference in its books', async () => {
    const { pool, databaseUrl, dataDir, client } = server();
    const asked = await refusedRefund(pool);
    const refund = { orderId: asked?.orderId ?? '', reason: 'the chair was cold' };
    await client.orders.refund(refund, { token: await logIn('global') });
    const failed = () => rowsOf<{ order_id: number }>("SELECT order_id FROM refunds WHERE state = 'failed'");
    await vi.waitFor(async () => expect(await failed()).toHaveLength(1), { timeout: 30_000 });
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PAYMENT_PROVIDERS: 'sandbox', ALLOW_PRETEND: '1' };
    const recline = async (...words: string[]) => (await runCli(words, env)).stdout;
    expect(await recline('payments', 'refunds')).toMatch(new RegExp(`${asked?.orderId} +needs staff`));
    await recline('payments', 'reconcile', '--day', '2026-11-13');
    const differences = JSON.parse(await recline('payments', 'differences', '--json'));
    expect(differences).toMatchObject([{ kind: 'refund not recorded', order_id: Number(asked?.orderId) }]);
  });

  it('has a third of its chairs in use on a Saturday evening, and thirty in every hour of a week', () => {
    const week = ordersBetween(chairs, new Date('2026-11-06T16:00:00Z'), new Date('2026-11-13T16:00:00Z'));
    const inUseAt = (at: number) =>
      week.filter(({ startedAt, endedAt }) => startedAt && endedAt && +startedAt <= at && +endedAt > at).length;
    const hours = Array.from({ length: 166 }, (_, hour) =>
      inUseAt(Date.parse('2026-11-06T17:00:00Z') + hour * 3600_000),
    );
    expect(Math.min(...hours)).toBeGreaterThanOrEqual(30);
    expect(inUseAt(Date.parse('2026-11-07T12:00:00Z'))).toBeGreaterThan(252 / 3.5);
  });

  it('has an order that is placed, is paid or ends every fifteen seconds, at any hour', () => {
    const monday = Date.parse('2026-11-08T16:00:00Z');
    const perHour = new Array<number>(24).fill(0);
    for (const { createdAt, startedAt, endedAt, type } of ordersBetween(chairs, new Date(monday), noon)) {
      for (const at of [createdAt, type === 'online' ? startedAt : null, endedAt]) {
        const hour = at ? Math.floor((at.getTime() - monday) / 3600_000) : Number.NaN;
        if (hour < 5 * 24) perHour[hour % 24] = (perHour[hour % 24] ?? 0) + 1 / 5;
      }
    }
    expect(Math.min(...perHour)).toBeGreaterThan(240);
  });

  it("knows its chairs' secrets, and which chairs are out of order", async () => {
    const found = await demoChairs(server().pool);
    expect(found).toHaveLength(252);
    expect(found.filter((chair) => chair.faultCode !== undefined)).toHaveLength(1);
    expect(found.filter((chair) => chair.unplugged)).toHaveLength(1);
    expect(new Set(found.map((chair) => chair.secret)).size).toBe(252);
  });

  const ofBrokenChairs = (since: Date) =>
    rowsOf(`SELECT id FROM orders WHERE device_id IN ('A10058', 'A10205') AND created_at > '${since.toISOString()}'`);

  it('has two chairs that have been out of order for longer, without an order since', async () => {
    const broken = await rowsOf(
      'SELECT id, fault_since, offline_since FROM devices WHERE id IN ($$A10058$$, $$A10205$$)',
    );
    const ago = (hours: number) => new Date(noon.getTime() - hours * 3600_000);
    expect(broken).toMatchObject([
      { id: 'A10058', fault_since: ago(49) },
      { id: 'A10205', fault_since: null, offline_since: ago(26) },
    ]);
    expect(await ofBrokenChairs(ago(26))).toEqual([]);
    expect(await ofBrokenChairs(ago(72))).not.toEqual([]);
  });

  it('is filled up to the present at a later start, once', async () => {
    const { pool, databaseUrl } = server();
    const count = async () => (await rowsOf<{ count: number }>('SELECT count(*) FROM orders'))[0]?.count ?? 0;
    const before = await count();
    await fillDemo(databaseUrl, clock, log);
    await fillDemoGap(databaseUrl, clock, log);
    expect(await count()).toBe(before);
    server().setTime(later);
    await fillDemoGap(databaseUrl, () => later, log);
    const after = await count();
    expect(after).toBeGreaterThan(before + 3000);
    await fillDemoGap(databaseUrl, () => later, log);
    expect(await count()).toBe(after);
    expect(await inUse()).toBeGreaterThanOrEqual(30);
    expect(await ofBrokenChairs(noon)).toEqual([]);
    expect(await checkRevenue(pool)).toEqual([]);
  });

  it('gets the orders of earlier weeks while the server runs, and the statistics agree with them', async () => {
    const { pool, databaseUrl } = server();
    await pool.query('UPDATE demo SET filled_from = $1', [new Date(noon.getTime() - 363 * 86_400_000)]);
    const filled = await new Promise((resolve) => makeHistory(databaseUrl, clock, log, resolve).start());
    expect(filled).toMatchObject({ orders: expect.any(Number), bytes: expect.any(Number) });
    const [first] = await rowsOf<{ at: Date }>('SELECT min(created_at) AS at FROM orders');
    expect(first?.at.getTime()).toBeLessThan(noon.getTime() - 364 * 86_400_000);
    const broken = "SELECT count(*)::int FROM orders WHERE device_id = 'A10205' AND created_at < '2026-01-01'";
    expect(await rowsOf(broken)).not.toEqual([{ count: 0 }]);
    expect(await checkRevenue(pool)).toEqual([]);
  });

  it('rebuilds the indexes of its orders in the background once they take twice the room', async () => {
    const { pool, databaseUrl } = server();
    const sizeOfIndexes = async () =>
      (await rowsOf<{ size: number }>("SELECT pg_indexes_size('orders') AS size"))[0]?.size ?? 0;
    const packed = await sizeOfIndexes();
    for (let round = 0; round < 3; round += 1) await pool.query('UPDATE orders SET overlapping = overlapping');
    expect(await sizeOfIndexes()).toBeGreaterThan(2 * packed);
    const run = async (done: () => Promise<void>) => {
      const history = makeHistory(databaseUrl, clock, log);
      history.start();
      await done().finally(history.stop);
    };
    await run(() =>
      vi.waitFor(async () => expect(await sizeOfIndexes()).toBeLessThan(1.2 * packed), { timeout: 60_000 }),
    );
    expect(await rowsOf('SELECT indexrelid FROM pg_index WHERE NOT indisvalid')).toEqual([]);
  });
});
