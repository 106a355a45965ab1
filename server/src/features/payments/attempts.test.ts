import { createHmac, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { secret } from '../../platform/secrets.ts';
import { until, useChairs } from '../../testing/chairs.ts';
import { runCli } from '../../testing/cli.ts';
import { moneyOf } from '../../testing/money.ts';
import { useServer } from '../../testing/server.ts';
import { installationOf } from './numbers.ts';

const server = useServer({}, { payments: { everyMs: 200, queryAfterMs: 200 } });
const connectChair = useChairs(server);

const wechatAgent = 'Mozilla/5.0 MicroMessenger/8.0.50';

/** A guest with an unpaid order, and what such a guest does. */
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
  /** Asks for `pay` from a browser. */
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

/** A genuine notice of the sandbox. */
async function sendNotice(changes: { number: string; amount?: number; currency?: string }) {
  const { pool, url } = server();
  const body = JSON.stringify({ status: 'paid', ref: randomUUID(), amount: 1500, currency: 'CNY', ...changes });
  const signature = createHmac('sha256', await secret(pool, 'sandbox'))
    .update(body)
    .digest('hex');
  const headers = { 'content-type': 'application/json', 'x-sandbox-signature': signature };
  return fetch(`${url}/api/payments/notice/sandbox`, { method: 'POST', headers, body });
}

const differences = async (subject: string) =>
  (await server().pool.query('SELECT * FROM payment_differences WHERE subject = $1', [subject])).rows;

describe('paying', () => {
  it('says how, in one shape for every provider', async () => {
    const { first } = await pendingOrder();
    expect(first).toMatchObject({ status: 'pending', pay: { kind: 'redirect', url: first.payUrl } });
  });

  it('is asked for again from the same browser: the same attempt', async () => {
    const { payFrom, first, attempts } = await pendingOrder();
    const agent = 'node';
    await payFrom(agent);
    expect((await payFrom(agent)).payUrl).toBe(first.payUrl);
    expect(await attempts()).toHaveLength(1);
  });

  it('from another browser is a new attempt, and the order survives the end of the first', async () => {
    const { payFrom, attempts, order, status } = await pendingOrder();
    const second = await payFrom(wechatAgent);
    await until(async () => (await attempts())[0]?.state === 'dead');
    expect((await order()).status).toBe('pending');
    await decide(second.payUrl, 'paid');
    await status('running');
    expect((await attempts()).map(({ state }) => state)).toEqual(['dead', 'paid']);
  });

  it('of two attempts that are both paid starts one chair, and the other payment goes back by itself', async () => {
    const { payFrom, attempts, status, money, pool, orderId } = await pendingOrder();
    const number = (await attempts())[0]?.number ?? '';
    // Paid at the provider before we close it there.
    await pool.query(`UPDATE sandbox_payments SET status = 'paid', ref = 'early', paid_at = now() WHERE number = $1`, [
      number,
    ]);
    const second = await payFrom(wechatAgent);
    await decide(second.payUrl, 'paid');
    await status('running');
    await until(async () => (await money()).includes('refunded 1500'));
    expect((await money()).toSorted()).toEqual(['paid 1500', 'paid 1500', 'refund 1500', 'refunded 1500']);
    const starts = await pool.query(`SELECT FROM commands WHERE order_id = $1 AND type = 'start'`, [orderId]);
    expect(starts.rowCount).toBe(1);
  });

  it('is over when the order is paid, and fails when it was cancelled', async () => {
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

  it("of somebody else's order is not possible", async () => {
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

  it('is told that the payment is being confirmed until the provider has said so', async () => {
    const { client, pool, orderId, order, attempts, status } = await pendingOrder();
    expect((await order()).payment).toBe('waiting');
    const number = (await attempts())[0]?.number ?? '';
    const { rows } = await pool.query<{ return_to: string }>(
      'SELECT return_to FROM sandbox_payments WHERE number = $1',
      [number],
    );
    const key = new URL(rows[0]?.return_to ?? '').searchParams.get('key') ?? '';
    expect((await client.orders.returned({ orderId, key })).data.payment).toBe('confirming');
    expect((await order()).payment).toBe('confirming');
    await pool.query(`UPDATE sandbox_payments SET status = 'paid', ref = $2, paid_at = now() WHERE number = $1`, [
      number,
      randomUUID(),
    ]);
    await client.orders.returned({ orderId, key });
    await status('running');
    expect((await order()).payment).toBe('paid');
  });
});

describe('money that does not fit', () => {
  it.each([
    ['of another amount', { amount: 1 }],
    ['of another currency', { currency: 'RM' }],
  ])('%s is recorded, listed and returned, and starts nothing', async (_case, changes) => {
    const { attempts, money, status, chair } = await pendingOrder();
    const number = (await attempts())[0]?.number ?? '';
    expect((await sendNotice({ number, ...changes })).status).toBe(200);
    await status('cancelled');
    const { amount = 1500 } = changes as { amount?: number };
    expect(await money()).toEqual(expect.arrayContaining([`paid ${amount}`, `refund ${amount}`]));
    expect(await differences(number)).toMatchObject([{ kind: 'wrong amount', expected: 1500, found: amount }]);
    expect(chair.state).toBe('idle');
  });

  it('for an order that we do not have is recorded, listed and returned', async () => {
    const { pool } = server();
    const number = `${await installationOf(pool)}_999999999_1`;
    expect((await sendNotice({ number })).status).toBe(200);
    expect((await sendNotice({ number })).status).toBe(200);
    expect(await differences(number)).toMatchObject([{ kind: 'unknown order', found: 1500, closed_at: null }]);
    const { rows } = await pool.query(
      `SELECT l.kind, l.amount, r.amount AS returned FROM payment_attempts a JOIN ledger l ON l.attempt_id = a.id
       JOIN refunds r ON r.attempt_id = a.id WHERE a.number = $1 AND a.order_id IS NULL`,
      [number],
    );
    expect(rows).toEqual([{ kind: 'paid', amount: 1500, returned: 1500 }]);
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

  it('is stored as it came, with its outcome', async () => {
    const { first, attempts, status } = await pendingOrder();
    await decide(first.payUrl, 'paid');
    await status('running');
    const number = (await attempts())[0]?.number ?? '';
    expect(await notices(`WHERE convert_from(body, 'UTF8') LIKE '%${number}%'`)).toMatchObject([{ outcome: 'taken' }]);
  });

  it('that an operator replays is judged once more, by a server', async () => {
    const { attempts, status, pool } = await pendingOrder();
    const number = (await attempts())[0]?.number ?? '';
    // Another state of the books makes the stored notice fail at first.
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
