import { limits } from '@recline/contract/limits';
import { maskMobile } from '@recline/contract/mobile';
import type { OrderStatus } from '@recline/contract/values';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writeCursor } from '../../../platform/cursor.ts';
import { secret } from '../../../platform/secrets.ts';
import { useServer } from '../../../testing/server.ts';
import { returnKeyOf } from '../../payments/attempts/numbers.ts';

/** One order: who sees it, with which key, who stops and refunds it; and the bounds of the lists. */

// The server itself must not judge the starts of this file.
const server = useServer({ SERVICE_PHONE: '+86 400 000 0000' }, { orders: { sweepEveryMs: 3600_000 } });

const at = new Date('2026-11-18T04:00:00.000Z');
const later = (milliseconds: number) => new Date(at.getTime() + milliseconds);

async function scene(status: OrderStatus = 'finished', isGuests = true) {
  const { world, pool, client } = server();
  const outlet = await world.outlet();
  const { deviceId } = await world.device(outlet);
  const guest = await world.consumer();
  const { id, orderId } = await world.order(deviceId, { status, at, ...(isGuests && { placedBy: guest }) });
  return { client, pool, outlet, deviceId, guest, id, orderId, manager: await world.manager([outlet]) };
}

describe('the key of an order', () => {
  it(`shows it for ${limits.returnKeyDays} days to the millisecond, to its guest as its own`, async () => {
    const { client, pool, guest, id, orderId } = await scene();
    onTestFinished(() => server().setTime(undefined));
    const key = await returnKeyOf({ returnSecret: () => secret(pool, 'return key') }, id);
    const look = async (time: Date, who: { token?: string } = {}) => {
      server().setTime(time);
      return client.orders.returned({ orderId, key }, who);
    };
    const end = limits.returnKeyDays * 24 * 3600_000;
    expect(await look(later(end))).toMatchObject({ code: 200, data: { orderId, own: false } });
    expect(await look(later(end + 1))).toMatchObject({ code: 404 });
    expect(await look(at, guest)).toMatchObject({ code: 200, data: { own: true } });
    expect(await client.orders.returned({ orderId: String(id + 1), key })).toMatchObject({ code: 404 });
  });
});

describe('an order', () => {
  it('has the phone of its outlet, or else that of the service, and its guest’s masked number for a manager', async () => {
    const { client, pool, outlet, guest, orderId, manager } = await scene();
    const seen = async (who: { token: string }) => (await client.orders.get({ orderId }, who)).data;
    const ofGuest = await seen(guest);
    expect(ofGuest).toMatchObject({ own: true, servicePhone: '+86 400 000 0000' });
    expect(ofGuest).not.toHaveProperty('guestMobile');
    await pool.query(`UPDATE outlets SET service_phone = '+86 21 1234' WHERE id = $1`, [outlet.id]);
    const guestMobile = maskMobile(guest.mobile);
    expect(await seen(manager)).toMatchObject({ own: false, servicePhone: '+86 21 1234', guestMobile });
    const [listed] = (
      await client.orders.list({ period: 'custom', start: at.toISOString(), end: later(1).toISOString() }, manager)
    ).data.rows;
    expect(listed).toMatchObject({ orderId, guestMobile });
  });

  it('that a coin made has no guest', async () => {
    const { client, orderId, manager } = await scene('finished', false);
    expect((await client.orders.get({ orderId }, manager)).data).toMatchObject({ own: false, guestMobile: null });
  });
});

describe('a stop', () => {
  it.each([
    ['pending', 'cancelled', 'given up'],
    ['starting', 'failed', 'stopped'],
    ['running', 'finished', 'stopped'],
    ['finished', 'finished', null],
    ['failed', 'failed', null],
    ['cancelled', 'cancelled', null],
  ] as const)('of an order that is %s leaves it %s', async (status, after, end_reason) => {
    const { client, pool, guest, id, orderId } = await scene(status);
    expect((await client.orders.stop({ orderId }, guest)).data).toMatchObject({ orderId, status: after });
    const { rows } = await pool.query('SELECT status, end_reason FROM orders WHERE id = $1', [id]);
    expect(rows).toEqual([{ status: after, end_reason }]);
    expect(await client.orders.stop({ orderId: '999999' }, guest)).toMatchObject({ code: 404 });
  });
});

describe('a refund by a manager', () => {
  it('is in the audit log with the login, the amounts before and after, and the reason; a repeat is not', async () => {
    const { client, pool, orderId, manager } = await scene();
    const requestId = '00000000-0000-4000-8000-000000000001';
    const refund = (amount: number | undefined, more = {}) =>
      client.orders.refund({ orderId, amount, reason: 'noise', ...more }, manager);
    expect((await refund(300, { requestId })).data.refundedAmount).toBe(300);
    expect((await refund(300, { requestId })).data.refundedAmount).toBe(300);
    expect((await refund(200)).data.refundedAmount).toBe(500);
    expect((await refund(501)).code).toBe(409);
    expect((await refund(500)).data).toMatchObject({ refundedAmount: 1000, status: 'refunded' });
    expect((await refund(undefined)).data).toMatchObject({ refundedAmount: 1000 });
    expect((await refund(1)).code).toBe(409);
    const { rows } = await pool.query(
      'SELECT actor, action, before, after FROM audit_log WHERE target = $1 ORDER BY id',
      [`order ${orderId}`],
    );
    const entry = (before: number, after: number) => ({
      actor: manager.account,
      action: 'order refund',
      before: { refundedAmount: before, currency: 'CNY' },
      after: { refundedAmount: after, currency: 'CNY', reason: 'noise' },
    });
    expect(rows).toEqual([entry(0, 300), entry(300, 500), entry(500, 1000)]);
  });
});

describe('a period', () => {
  it.each([
    ['of all orders', () => ({})],
    ['with a filter', () => ({ gear: 'standard' as const })],
    ['with a keyword', (keyword: string) => ({ keyword })],
  ])('has the orders of its first moment, and not those of its end: %s', async (_case, filters) => {
    const { client, orderId, deviceId, manager } = await scene();
    const found = async (start: Date, end: Date) => {
      const asked = {
        ...filters(deviceId),
        period: 'custom',
        start: start.toISOString(),
        end: end.toISOString(),
      } as const;
      const { rows } = (await client.orders.list(asked, manager)).data;
      const { all } = (await client.orders.summary(asked, manager)).data;
      expect(all.orders).toBe(rows.length);
      return rows.map((row) => row.orderId);
    };
    expect(await found(at, later(1))).toEqual([orderId]);
    expect(await found(later(-1), at)).toEqual([]);
    expect(await found(later(1), later(2))).toEqual([]);
  });
});

describe('a page', () => {
  it('of another period does not reach beyond the end of this one', async () => {
    const { client, id, manager } = await scene();
    const span = { period: 'custom', start: later(-1000).toISOString(), end: at.toISOString() } as const;
    for (const micros of [at.getTime() * 1000, at.getTime() * 1000 + 1]) {
      const cursor = writeCursor({ micros, id: id + 1 });
      expect((await client.orders.list({ ...span, cursor }, manager)).data.rows).toEqual([]);
    }
  });

  it('of one’s own orders has exactly as many as asked for, and names the next one only if there is one', async () => {
    const { client, guest, deviceId, orderId } = await scene();
    const { orderId: second } = await server().world.order(deviceId, { placedBy: guest, at: later(1) });
    const page = async (limit: number, cursor?: string) => (await client.orders.mine({ limit, cursor }, guest)).data;
    const ids = ({ rows }: Awaited<ReturnType<typeof page>>) => rows.map((row) => row.orderId);
    const first = await page(1);
    expect(ids(first)).toEqual([second]);
    const rest = await page(1, first.nextCursor ?? undefined);
    expect([ids(rest), rest.nextCursor]).toEqual([[orderId], null]);
    const all = await page(2);
    expect([ids(all), all.nextCursor]).toEqual([[second, orderId], null]);
  });
});
