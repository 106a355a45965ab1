import { createHmac, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { secret } from '../../platform/secrets.ts';
import { until, useChairs } from '../../testing/chairs.ts';
import { makeCashCoupon, makeCoupon } from '../../testing/coupons.ts';
import { moneyOf } from '../../testing/money.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer({}, { payments: { everyMs: 500 } });
const connectChair = useChairs(server);

/** A guest with an unpaid order on a free chair. */
async function pendingOrder() {
  const { client, world, pool } = server();
  const outlet = await world.outlet();
  const chair = await connectChair(outlet);
  const { token } = await world.consumer();
  const request = {
    deviceId: chair.deviceId,
    priceId: outlet.prices[1]?.priceId ?? '',
    payType: 'sandbox',
    requestId: randomUUID(),
  } as const;
  const { data } = await client.starting.activate(request, { token });
  const { orderId, payUrl = '' } = data;
  const order = async () => (await client.orders.get({ orderId }, { token })).data;
  const status = (wanted: string) => until(async () => (await order()).status === wanted);
  return { client, world, pool, outlet, chair, token, request, first: data, orderId, payUrl, order, status };
}

const decide = (payUrl: string, decision: 'paid' | 'declined', notice = 'now') =>
  fetch(payUrl, { method: 'POST', body: new URLSearchParams({ decision, notice }), redirect: 'manual' });

/** The number of an order's first attempt at the provider. */
async function numberOf(orderId: string): Promise<string> {
  const find = 'SELECT number FROM payment_attempts WHERE order_id = $1 AND attempt = 1';
  return (await server().pool.query<{ number: string }>(find, [orderId])).rows[0]?.number ?? '';
}

/** The sandbox's id of a payment, once it is paid. */
async function refOf(number: string): Promise<string | undefined> {
  const find = 'SELECT ref FROM sandbox_payments WHERE number = $1';
  return (await server().pool.query<{ ref: string | null }>(find, [number])).rows[0]?.ref ?? undefined;
}

async function sendNotice(orderId: string, changes: object = {}, key?: string) {
  const number = await numberOf(orderId);
  const body = JSON.stringify({
    number,
    status: 'paid',
    ref: (await refOf(number)) ?? randomUUID(),
    amount: 1500,
    currency: 'CNY',
    ...changes,
  });
  const signature = createHmac('sha256', key ?? (await secret(server().pool, 'sandbox')))
    .update(body)
    .digest('hex');
  const headers = { 'content-type': 'application/json', 'x-sandbox-signature': signature };
  return fetch(`${server().url}/api/payments/notice/sandbox`, { method: 'POST', headers, body });
}

const kinds = async (orderId: string) => (await moneyOf(server().pool, orderId)).map((row) => row.kind);

describe('an online payment', () => {
  it('is pending until the notice starts the chair, and leads back to the countdown', async () => {
    const { payUrl, orderId, first, order, status } = await pendingOrder();
    expect(first).toMatchObject({ status: 'pending', payUrl: expect.stringContaining('/sandbox/cashier/') });
    expect(await order()).toMatchObject({ status: 'pending', startedAt: null, payType: 'sandbox', type: 'online' });
    const answer = await decide(payUrl, 'paid');
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toContain(`${server().url}/pages/deviceOrder/order?orderId=${orderId}&key=`);
    await status('running');
    expect(await kinds(orderId)).toEqual(['paid']);
  });

  it('has the same pay page when the request is repeated', async () => {
    const { client, token, request, first } = await pendingOrder();
    expect((await client.starting.activate(request, { token })).data).toEqual(first);
  });

  it('that is declined cancels the order, and a repeated request then reports that', async () => {
    const { client, payUrl, chair, token, request, status } = await pendingOrder();
    const answer = await decide(payUrl, 'declined');
    const chosen = 'gear=standard&minutes=20&payType=sandbox';
    expect(answer.headers.get('location')).toBe(
      `${server().url}/pages/index/index?deviceId=${chair.deviceId}&${chosen}&payment=failed`,
    );
    await status('cancelled');
    expect(await client.starting.activate(request, { token })).toMatchObject({ code: 20401 });
    const free = await client.starting.deviceStatus({ deviceId: chair.deviceId }, { token });
    expect(free).toMatchObject({ code: 200, data: null });
  });

  it('whose notice arrives twice starts one chair and is one payment', async () => {
    const { payUrl, orderId, status, pool } = await pendingOrder();
    await decide(payUrl, 'paid', 'twice');
    await status('running');
    expect((await sendNotice(orderId)).status).toBe(200);
    expect(await kinds(orderId)).toEqual(['paid']);
    const { rows } = await pool.query(`SELECT id FROM commands WHERE order_id = $1 AND type = 'start'`, [orderId]);
    expect(rows).toHaveLength(1);
  });

  it('that arrives after the order was cancelled is refunded once', async () => {
    const { client, orderId, token, order } = await pendingOrder();
    await server().pool.query(
      `UPDATE sandbox_payments SET status = 'paid', ref = 'late', paid_at = now() WHERE number = $1`,
      [await numberOf(orderId)],
    );
    expect((await client.orders.stop({ orderId }, { token })).data).toMatchObject({ status: 'cancelled' });
    await sendNotice(orderId);
    await until(async () => (await kinds(orderId)).length === 3);
    expect(await kinds(orderId)).toEqual(['paid', 'refund', 'refunded']);
    expect((await order()).status).toBe('cancelled');
    const { rows } = await server().pool.query('SELECT amount FROM sandbox_refunds WHERE payment = $1', [
      await numberOf(orderId),
    ]);
    expect(rows).toEqual([{ amount: 1500 }]);
  });

  it('for a chair that does not start is refunded', async () => {
    const { payUrl, orderId, chair, status } = await pendingOrder();
    chair.faults.add('refuses');
    await decide(payUrl, 'paid');
    await status('failed');
    await until(async () => (await kinds(orderId)).includes('refunded'));
    expect(await kinds(orderId)).toEqual(['paid', 'refund', 'refunded']);
  });

  it('whose notice is lost is found by a query', async () => {
    const { orderId, status, pool } = await pendingOrder();
    await pool.query(`UPDATE sandbox_payments SET status = 'paid', ref = $2 WHERE number = $1`, [
      await numberOf(orderId),
      randomUUID(),
    ]);
    server().setTime(new Date(Date.now() + 60_000));
    try {
      await status('running');
    } finally {
      server().setTime(undefined);
    }
  });

  it('whose order was cancelled and whose notice is lost is found by a query and refunded', async () => {
    const { client, orderId, token, pool } = await pendingOrder();
    // Paid first: once the order is cancelled, the next round closes its payment at the provider.
    await pool.query(`UPDATE sandbox_payments SET status = 'paid', ref = $2 WHERE number = $1`, [
      await numberOf(orderId),
      randomUUID(),
    ]);
    await client.orders.stop({ orderId }, { token });
    server().setTime(new Date(Date.now() + 60_000));
    try {
      await until(async () => (await kinds(orderId)).length === 3);
      expect(await kinds(orderId)).toEqual(['paid', 'refund', 'refunded']);
    } finally {
      server().setTime(undefined);
    }
  });

  it('is closed at the provider after its order was cancelled', async () => {
    const { client, payUrl, orderId, token, pool } = await pendingOrder();
    await client.orders.stop({ orderId }, { token });
    const find = `SELECT FROM payment_attempts WHERE order_id = $1 AND state = 'open'`;
    const open = async () => (await pool.query(find, [orderId])).rowCount;
    server().setTime(new Date(Date.now() + 60_000));
    try {
      await until(async () => (await open()) === 0);
    } finally {
      server().setTime(undefined);
    }
    await decide(payUrl, 'paid');
    expect(await kinds(orderId)).toEqual([]);
  });

  it('that nobody makes is cancelled after 10 minutes', async () => {
    const { status, order } = await pendingOrder();
    server().setTime(new Date(Date.now() + 10 * 60_000 + 1_000));
    try {
      await status('cancelled');
      expect((await order()).endedAt).not.toBeNull();
    } finally {
      server().setTime(undefined);
    }
  });
});

describe('a notice', () => {
  it.each([
    ['with a wrong signature', {}, 'somebody else', 403],
    ['of another installation', { number: 'abcdef_999999999_1' }, undefined, 200],
    ['under a strange key', { number: 'x' }, undefined, 200],
  ] as const)('%s changes nothing', async (_case, changes, key, status) => {
    const { orderId, order } = await pendingOrder();
    expect((await sendNotice(orderId, changes, key)).status).toBe(status);
    expect(await kinds(orderId)).toEqual([]);
    expect((await order()).status).toBe('pending');
  });

  it('of a provider that is not set up is not found', async () => {
    const answer = await fetch(`${server().url}/api/payments/notice/wechat`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(404);
  });
});

describe("the cashier's page", () => {
  it.each([
    ['zh_CN', '测试收银台'],
    ['en_US', 'Test cashier'],
    ['id_ID', 'Kasir uji coba'],
  ])('speaks %s, shows the amount and runs no script', async (language, title) => {
    const { payUrl } = await pendingOrder();
    const page = await fetch(payUrl.replace(/lang=\w+/, `lang=${language}`));
    const html = await page.text();
    expect(html).toContain(title);
    expect(html).toContain('¥15.00');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).not.toContain('<script');
  });

  it("is not available for another guest's payment", async () => {
    const { payUrl } = await pendingOrder();
    const forged = payUrl.replace(/cashier\/[^.]+/, 'cashier/abcdef_1_1');
    expect((await fetch(forged)).status).toBe(404);
    expect((await decide(forged, 'paid')).status).toBe(404);
  });
});

describe('the amount that a guest pays', () => {
  it.each([
    ['free', 10, 'coupon', { amount: 0, payType: 'coupon', type: 'online', couponProperty: 'free' }],
    ['amount_off', 2000, 'sandbox', { amount: 0, payType: 'coupon', couponProperty: 'amount_off' }],
  ] as const)(
    'is zero with a coupon of property %s that covers the price',
    async (property, off, payType, expected) => {
      const { client, world, pool } = server();
      const outlet = await world.outlet();
      const { deviceId } = await connectChair(outlet);
      const { token } = await world.consumer();
      const couponNo = await makeCoupon(pool, property, { off });
      const priceId = outlet.prices[1]?.priceId ?? '';
      const { data } = await client.starting.activate(
        { deviceId, priceId, payType, couponNo, requestId: randomUUID() },
        { token },
      );
      const { data: order } = await client.orders.get({ orderId: data.orderId }, { token });
      expect(order).toMatchObject({ status: 'running', couponNo, ...expected });
    },
  );

  it('is the discounted price, and the coupon is reserved while the payment is pending', async () => {
    const { client, world, pool, outlet, chair, token, request } = await pendingOrder();
    const couponNo = await makeCoupon(pool, 'discount', { off: 33 });
    const again = { ...request, couponNo, requestId: randomUUID() };
    const { data } = await client.starting.activate(again, { token });
    expect((await client.orders.get({ orderId: data.orderId }, { token })).data).toMatchObject({
      status: 'pending',
      amount: 1005,
      couponProperty: 'discount',
    });
    const other = await connectChair(outlet);
    const elsewhere = { ...again, deviceId: other.deviceId, requestId: randomUUID() };
    const somebodyElse = await world.consumer();
    expect(await client.starting.activate(elsewhere, somebodyElse)).toMatchObject({ code: 20301 });
    expect(chair.state).toBe('idle');
  });

  it.each([
    ['no such coupon', async (): Promise<string> => 'NOSUCH', 20301],
    ['an old one', () => makeCoupon(server().pool, 'free', { expiresAt: new Date(Date.now() - 1000) }), 20301],
    [
      'one of another outlet',
      async (): Promise<string> => makeCoupon(server().pool, 'free', { outlet: await server().world.outlet() }),
      20301,
    ],
    ['one of another currency', () => makeCoupon(server().pool, 'amount_off', { off: 100, currency: 'RM' }), 20301],
  ] as const)('is refused with %s', async (_case, coupon, code) => {
    const { client, request, token } = await pendingOrder();
    const answer = await client.starting.activate(
      { ...request, couponNo: await coupon(), requestId: randomUUID() },
      { token },
    );
    expect(answer).toMatchObject({ code });
  });

  it('is the amount of a cash coupon, which must cover the price and belong to this outlet', async () => {
    const { client, world, pool, outlet, request, token } = await pendingOrder();
    const pay = (cashCouponNo: string) =>
      client.starting.activate({ ...request, payType: 'cash', cashCouponNo, requestId: randomUUID() }, { token });
    expect(await pay(await makeCashCoupon(pool, outlet, 1499))).toMatchObject({ code: 20302 });
    expect(await pay(await makeCashCoupon(pool, await world.outlet(), 1500))).toMatchObject({ code: 20302 });
    expect(await pay('NOSUCH')).toMatchObject({ code: 20302 });
    const { data } = await pay(await makeCashCoupon(pool, outlet, 2000));
    const { data: order } = await client.orders.get({ orderId: data.orderId }, { token });
    expect(order).toMatchObject({ type: 'cash_coupon', payType: 'cash', amount: 2000, status: 'running' });
  });

  it('cannot go through a provider that is not set up', async () => {
    const { client, request, token } = await pendingOrder();
    const answer = await client.starting.activate(
      { ...request, payType: 'wechat', requestId: randomUUID() },
      { token },
    );
    expect(answer).toMatchObject({ code: 20401 });
  });

  it('is requested anew by another start, which cancels the older unpaid order', async () => {
    const { client, request, token, order } = await pendingOrder();
    const again = await client.starting.activate({ ...request, requestId: randomUUID() }, { token });
    expect(again).toMatchObject({ code: 200, data: { status: 'pending' } });
    expect((await order()).status).toBe('cancelled');
  });
});
