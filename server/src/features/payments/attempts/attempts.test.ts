import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { until, useChairs } from '../../../testing/chairs.ts';
import { runCli } from '../../../testing/cli.ts';
import { moneyOf } from '../../../testing/money.ts';
import { sendSandboxNotice } from '../../../testing/sandbox-notice.ts';
import { useServer } from '../../../testing/server.ts';
import { installationOf } from './numbers.ts';

const server = useServer({}, { payments: { everyMs: 200, queryAfterMs: 200 } });
const connectChair = useChairs(server);

const wechatAgent = 'Mozilla/5.0 MicroMessenger/8.0.50';

/** A guest with an unpaid order, and the actions of such a guest. */
async function pendingOrder() {
  const { client, world, pool, url } = server();
  const outlet = await world.outlet();
  const chair = await connectChair(outlet);
  const { token } = await world.consumer();
  const priceId = outlet.prices[1]?.priceId ?? '';
  const input = { deviceId: chair.deviceId, priceId, payType: 'sandbox', requestId: randomUUID() };
  const { data } = await client.starting.activate(input, { token });
  const { orderId } = data;
  const order = async () => (await client.orders.get({ orderId }, { token })).data;
  const status = (wanted: string) => until(async () => (await order()).status === wanted);
  /** Calls `pay` from a browser. */
  const payFrom = async (userAgent: string) => {
    const headers = { 'access-token': token, 'user-agent': userAgent, 'content-type': 'application/json' };
    const body = JSON.stringify({ orderId });
    const answer = await fetch(`${url}/api/web/api/v1/data-centre/pay`, { method: 'POST', headers, body });
    return ((await answer.json()) as { data: { status: string; payUrl?: string } }).data;
  };
  const attempts = async () =>
    (
      await pool.query<{ number: string; state: string; closing: boolean }>(
        'SELECT number, state, closing FROM payment_attempts WHERE order_id = $1 ORDER BY attempt',
        [orderId],
      )
    ).rows;
  const money = async () => (await moneyOf(pool, orderId)).map(({ kind, amount }) => `${kind} ${amount}`);
  return { client, pool, chair, token, input, orderId, first: data, order, status, payFrom, attempts, money };
}

const decide = (payUrl: string | undefined, decision: 'paid' | 'declined') =>
  fetch(payUrl ?? '', { method: 'POST', body: new URLSearchParams({ decision }), redirect: 'manual' });

/** Pays at the provider, which sends no notice. */
const payAtSandbox = (number = '') =>
  server().pool.query(`UPDATE sandbox_payments SET status = 'paid', ref = $2, paid_at = now() WHERE number = $1`, [
    number,
    randomUUID(),
  ]);

const sendNotice = (changes: Parameters<typeof sendSandboxNotice>[1]) => sendSandboxNotice(server(), changes);

const differences = async (subject: string) =>
  (await server().pool.query('SELECT * FROM payment_differences WHERE subject = $1', [subject])).rows;

describe('paying', () => {
  it('is described in one form for every provider', async () => {
    const { first } = await pendingOrder();
    expect(first).toMatchObject({ status: 'pending', pay: { kind: 'redirect', url: first.payUrl } });
  });

  it('requested again from the same browser uses the same attempt', async () => {
    const { payFrom, first, attempts } = await pendingOrder();
    const agent = 'node';
    await payFrom(agent);
    expect((await payFrom(agent)).payUrl).toBe(first.payUrl);
    expect(await attempts()).toHaveLength(1);
  });

  it('from another browser uses a new attempt, once the first is closed, and the order survives', async () => {
    const { payFrom, attempts, order, status } = await pendingOrder();
    const second = await payFrom(wechatAgent);
    expect((await attempts())[0]?.state).toBe('dead');
    expect((await order()).status).toBe('pending');
    await decide(second.payUrl, 'paid');
    await status('running');
    expect((await attempts()).map(({ state }) => state)).toEqual(['dead', 'paid']);
  });

  it('in another way closes the first; if that turns out to be paid, the chair starts and nothing else is opened', async () => {
    const { payFrom, attempts, status, money, pool, orderId } = await pendingOrder();
    await payAtSandbox((await attempts())[0]?.number);
    const second = await payFrom(wechatAgent);
    expect(second.payUrl).toBeUndefined();
    await status('running');
    expect((await attempts()).map(({ state }) => state)).toEqual(['paid']);
    expect(await money()).toEqual(['paid 1500']);
    const starts = await pool.query(`SELECT FROM commands WHERE order_id = $1 AND type = 'start'`, [orderId]);
    expect(starts.rowCount).toBe(1);
  });

  it('is never possible twice: no second payment is opened while the first may still be paid', async () => {
    const { payFrom, attempts, order } = await pendingOrder();
    await Promise.all([payFrom(wechatAgent), payFrom('node'), payFrom(wechatAgent), payFrom('node')]);
    expect((await attempts()).filter(({ state, closing }) => state === 'open' && !closing)).toHaveLength(1);
    expect((await order()).status).toBe('pending');
  });

  it('can change its way at most five times per order', async () => {
    const { payFrom, attempts } = await pendingOrder();
    for (let times = 0; times < 8; times++) await payFrom(times % 2 ? 'node' : wechatAgent);
    expect(await attempts()).toHaveLength(6);
  });

  it('ends when the order is paid, and fails if it was cancelled', async () => {
    const { payFrom, first, status } = await pendingOrder();
    await decide(first.payUrl, 'paid');
    await status('running');
    expect(await payFrom('node')).toEqual({ orderId: first.orderId, status: 'running' });
    const given = await pendingOrder();
    await given.client.orders.stop({ orderId: given.orderId }, { token: given.token });
    expect(await given.client.starting.pay({ orderId: given.orderId }, { token: given.token })).toMatchObject({
      code: 20401,
    });
  });

  it('is opened without reading the secrets of the installation again', async () => {
    const { pool } = server();
    await pool.query('ALTER TABLE secrets RENAME TO secrets_away');
    try {
      const { first, attempts } = await pendingOrder();
      expect(first.payUrl).toBeDefined();
      expect((await attempts())[0]?.number).toMatch(/^[0-9a-f]{6}_/);
    } finally {
      await pool.query('ALTER TABLE secrets_away RENAME TO secrets');
    }
  });

  it("of another guest's order is refused", async () => {
    const { client, orderId } = await pendingOrder();
    const { token } = await server().world.consumer();
    expect(await client.starting.pay({ orderId }, { token })).toMatchObject({ code: 404 });
  });
});

describe('a payer who comes back', () => {
  const keyOf = async (payUrl: string | undefined, decision: 'paid' | 'declined' = 'paid') => {
    const location = (await decide(payUrl, decision)).headers.get('location') ?? '';
    return new URL(location).searchParams.get('key') ?? '';
  };

  it('sees that one order without a token', async () => {
    const { client, first, orderId, status } = await pendingOrder();
    const key = await keyOf(first.payUrl);
    await status('running');
    expect((await client.orders.returned({ orderId, key })).data).toMatchObject({ orderId, payment: 'paid' });
    const other = await pendingOrder();
    expect(await client.orders.returned({ orderId: other.orderId, key })).toMatchObject({ code: 404 });
  });

  it('sees it for 180 days, and then nothing', async () => {
    const { client, pool, first, orderId, status } = await pendingOrder();
    const key = await keyOf(first.payUrl);
    await status('running');
    const placedBefore = (age: string) =>
      pool.query('UPDATE orders SET created_at = now() - $2::interval WHERE id = $1', [orderId, age]);
    await placedBefore('180 days -1 minute');
    expect((await client.orders.returned({ orderId, key })).data).toMatchObject({ orderId, payment: 'paid' });
    await placedBefore('180 days 1 minute');
    expect(await client.orders.returned({ orderId, key })).toMatchObject({ code: 404 });
  });

  /** The key in the payer's return address. */
  async function keyOfOrder(number: string | undefined) {
    const { rows } = await server().pool.query<{ return_to: string }>(
      'SELECT return_to FROM sandbox_payments WHERE number = $1',
      [number],
    );
    return new URL(rows[0]?.return_to ?? '').searchParams.get('key') ?? '';
  }

  it('sees that the payment is being confirmed until the provider says that it is paid', async () => {
    const { client, orderId, order, attempts, status } = await pendingOrder();
    expect((await order()).payment).toBe('waiting');
    const number = (await attempts())[0]?.number;
    const key = await keyOfOrder(number);
    await payAtSandbox(number);
    expect((await client.orders.returned({ orderId, key })).data.payment).toBe('confirming');
    await status('running');
    expect((await order()).payment).toBe('paid');
  });

  it('sees that it is not paid yet once the provider says so, and can continue the same payment', async () => {
    const { client, orderId, order, attempts, first, payFrom, status } = await pendingOrder();
    const key = await keyOfOrder((await attempts())[0]?.number);
    await client.orders.returned({ orderId, key });
    await until(async () => (await order()).payment === 'waiting');
    // Looking again does not count as a second return.
    expect((await client.orders.returned({ orderId, key })).data.payment).toBe('waiting');
    const again = await payFrom('node');
    expect(again.payUrl).toBe(first.payUrl);
    expect(await attempts()).toHaveLength(1);
    await payAtSandbox((await attempts())[0]?.number);
    await client.orders.returned({ orderId, key });
    await status('running');
  });

  it('several times causes one query to the provider', async () => {
    const { client, pool, orderId, attempts, order } = await pendingOrder();
    const number = (await attempts())[0]?.number;
    const key = await keyOfOrder(number);
    const queryAt = async () =>
      (await pool.query<{ at: Date }>('SELECT query_at AS at FROM payment_attempts WHERE number = $1', [number]))
        .rows[0]?.at;
    await client.orders.returned({ orderId, key });
    await until(async () => (await order()).payment === 'waiting');
    await pool.query(`UPDATE payment_attempts SET query_at = now() + interval '1 minute' WHERE number = $1`, [number]);
    const before = await queryAt();
    for (let times = 0; times < 20; times++) await client.orders.returned({ orderId, key });
    expect(await queryAt()).toEqual(before);
  });
});

describe('money that does not fit', () => {
  it.each([
    ['of another amount', { amount: 1 }],
    ['of another currency', { currency: 'RM' }],
  ])('%s is recorded, listed and refunded, and starts nothing', async (_case, changes) => {
    const { attempts, money, status, chair } = await pendingOrder();
    const number = (await attempts())[0]?.number ?? '';
    expect((await sendNotice({ number, ...changes })).status).toBe(200);
    await status('cancelled');
    const { amount = 1500 } = changes as { amount?: number };
    expect(await money()).toEqual(expect.arrayContaining([`paid ${amount}`, `refund ${amount}`]));
    expect(await differences(number)).toMatchObject([{ kind: 'wrong amount', expected: 1500, found: amount }]);
    expect(chair.state).toBe('idle');
  });

  it('under a number like ours that no attempt has is listed once, and neither recorded nor refunded', async () => {
    const { pool } = server();
    const number = `${await installationOf(pool)}_999999999_1`;
    expect((await sendNotice({ number })).status).toBe(200);
    expect((await sendNotice({ number })).status).toBe(200);
    expect(await differences(number)).toMatchObject([{ kind: 'unknown order', found: 1500, closed_at: null }]);
    expect((await pool.query('SELECT FROM payment_attempts WHERE number = $1', [number])).rowCount).toBe(0);
  });

  it('under a number that is not of this installation is only listed', async () => {
    const number = `stranger_${randomUUID()}`;
    expect((await sendNotice({ number })).status).toBe(200);
    expect(await differences(number)).toMatchObject([{ kind: 'unknown number', found: 1500 }]);
    const { rowCount } = await server().pool.query('SELECT FROM payment_attempts WHERE number = $1', [number]);
    expect(rowCount).toBe(0);
  });
});

describe('a notice', () => {
  const notices = async (where: string) =>
    (await server().pool.query<{ id: number; outcome: string }>(`SELECT * FROM payment_notices ${where}`)).rows;

  it('is stored as received, with its outcome', async () => {
    const { first, attempts, status } = await pendingOrder();
    await decide(first.payUrl, 'paid');
    await status('running');
    const number = (await attempts())[0]?.number ?? '';
    expect(await notices(`WHERE convert_from(body, 'UTF8') LIKE '%${number}%'`)).toMatchObject([{ outcome: 'taken' }]);
  });

  it('that an operator replays is judged once more, by a server', async () => {
    const { attempts, status, pool } = await pendingOrder();
    const number = (await attempts())[0]?.number ?? '';
    // Changes the books so that the stored notice fails at first.
    await pool.query(`UPDATE payment_attempts SET provider = 'elsewhere' WHERE number = $1`, [number]);
    await sendNotice({ number });
    await pool.query(`UPDATE payment_attempts SET provider = 'sandbox' WHERE number = $1`, [number]);
    const [stored] = await notices(`WHERE convert_from(body, 'UTF8') LIKE '%${number}%'`);
    expect(stored?.outcome).toBe('ignored');
    const replayed = await runCli(['payments', 'replay', String(stored?.id)], { DATABASE_URL: server().databaseUrl });
    expect(replayed.code).toBe(0);
    await status('running');
  });

  it('too long to be one is refused before it is stored', async () => {
    const body = 'x'.repeat(70_000);
    const answer = await fetch(`${server().url}/api/payments/notice/sandbox`, { method: 'POST', body });
    expect(answer.status).toBe(413);
  });
});
