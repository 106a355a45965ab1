import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { until, useChairs } from '../../../testing/chairs.ts';
import { runCli } from '../../../testing/cli.ts';
import { moneyOf } from '../../../testing/money.ts';
import { payAndRun } from '../../../testing/paid-order.ts';
import { useServer } from '../../../testing/server.ts';

const server = useServer({ LOG_LEVEL: 'warn' }, { payments: { everyMs: 200 } });
const connectChair = useChairs(server);

const paidOrder = () => payAndRun(server(), connectChair);

const cli = (...words: string[]) =>
  runCli(words, { DATABASE_URL: server().databaseUrl, SUDO_USER: 'anna', PAYMENT_PROVIDERS: 'sandbox' });

describe('a refund', () => {
  it('in part leaves the chair running, and refunds only that part', async () => {
    const { refund, order, money, chair } = await paidOrder();
    expect((await refund({ amount: 400 })).data).toMatchObject({ status: 'running', refundedAmount: 400 });
    await until(async () => (await order()).payment === 'partly_refunded');
    expect(await money()).toEqual(['paid 1500', 'refund 400', 'refunded 400']);
    const { refunds } = await order();
    expect(refunds).toEqual([{ amount: 400, state: 'done', way: 'sandbox', at: expect.any(String) }]);
    expect(chair.state).toBe('running');
  });

  it('is sent without reading the secrets of the installation again', async () => {
    const { refund, order, pool } = await paidOrder();
    await pool.query('ALTER TABLE secrets RENAME TO secrets_away');
    try {
      await refund({ amount: 400 });
      await until(async () => (await order()).payment === 'partly_refunded');
    } finally {
      await pool.query('ALTER TABLE secrets_away RENAME TO secrets');
    }
  });

  it('of the rest ends the order, and keeps an earlier reason of its end', async () => {
    const { client, token, refund, order, pool, orderId } = await paidOrder();
    await refund({ amount: 400 });
    await client.orders.stop({ orderId }, { token });
    expect((await refund()).data).toMatchObject({ status: 'refunded', refundedAmount: 1500 });
    await until(async () => (await order()).payment === 'refunded');
    const { rows } = await pool.query('SELECT end_reason FROM orders WHERE id = $1', [orderId]);
    expect(rows).toEqual([{ end_reason: 'stopped' }]);
  });

  it('requested twice under one request id is one refund', async () => {
    const { refund } = await paidOrder();
    const requestId = randomUUID();
    const [one, two] = await Promise.all([refund({ amount: 300, requestId }), refund({ amount: 300, requestId })]);
    expect([one.data.refundedAmount, two.data.refundedAmount]).toEqual([300, 300]);
    expect((await refund({ amount: 300 })).data.refundedAmount).toBe(600);
  });

  it('of more than is left is refused, and with nothing left the answer is the same', async () => {
    const { refund } = await paidOrder();
    await refund({ amount: 1000 });
    expect(await refund({ amount: 501 })).toMatchObject({ code: 409, status: 409 });
    expect((await refund()).data).toMatchObject({ status: 'refunded', refundedAmount: 1500 });
    expect((await refund()).data).toMatchObject({ status: 'refunded', refundedAmount: 1500 });
    expect(await refund({ amount: 0 })).toMatchObject({ code: 400 });
  });

  it('of cash is done at once', async () => {
    const { client, world, pool } = server();
    const outlet = await world.outlet();
    const { deviceId } = await world.device(outlet);
    const { orderId } = await world.order(deviceId, { type: 'cash_coupon', amount: 1500 });
    const { token } = await world.manager([outlet]);
    const { data } = await client.orders.refund({ orderId, amount: 500, reason: 'sorry' }, { token });
    expect(data).toMatchObject({ payment: 'partly_refunded', refundedAmount: 500 });
    expect(await moneyOf(pool, orderId)).toContainEqual({
      kind: 'refund',
      provider: 'cash',
      amount: 500,
      state: 'done',
    });
  });

  it('by the operator may be in part too', async () => {
    const { orderId, order } = await paidOrder();
    const refund = ['order', 'refund', orderId, '--reason', 'noise', '--yes'];
    expect((await cli(...refund, '--amount', '5.00')).stdout).toContain('¥5.00 of order');
    expect((await cli(...refund, '--amount', '10.01')).stderr).toContain('only ¥10.00 is left');
    expect(await order()).toMatchObject({ refundedAmount: 500, status: 'running' });
  });
});

describe('a refund that the provider refuses', () => {
  /** The sandbox refuses it because it no longer knows the payment. */
  async function refusedRefund() {
    const paid = await paidOrder();
    const { pool, orderId } = paid;
    const find = `SELECT number FROM payment_attempts WHERE order_id = $1`;
    const number = (await pool.query<{ number: string }>(find, [orderId])).rows[0]?.number;
    await pool.query(`UPDATE sandbox_payments SET amount = 1 WHERE number = $1`, [number]);
    await paid.refund();
    const failed = `SELECT id FROM refunds WHERE order_id = $1 AND state = 'failed'`;
    const row = async () => (await pool.query<{ id: number }>(failed, [orderId])).rows[0];
    await until(async () => (await row()) !== undefined);
    return { ...paid, refundId: String((await row())?.id) };
  }

  it('is shown to staff: in the status, in the log with instructions, and as a metric', async () => {
    const { refundId, order } = await refusedRefund();
    expect((await cli('status')).stdout).toMatch(/refunds that need staff\s+[1-9]\d*: `recline payments refunds`/);
    expect((await cli('payments', 'refunds')).stdout).toContain('needs staff');
    expect(server().logged.some((line) => line.includes(`recline payments refund close ${refundId}`))).toBe(true);
    const metrics = await (await fetch(`${server().url}/metrics`)).text();
    expect(metrics).toMatch(/recline_refunds_needing_staff [1-9]/);
    expect(await order()).toMatchObject({ payment: 'refunding', refunds: [{ amount: 1500, state: 'failed' }] });
  });

  it('is closed as paid by hand: it is done, and the audit log says by whom', async () => {
    const { refundId, order, money, pool } = await refusedRefund();
    const close = ['payments', 'refund', 'close', refundId, '--paid', 'hand', '--reason', 'bank transfer'];
    expect((await cli(...close)).code).toBe(0);
    expect(await order()).toMatchObject({ status: 'refunded', payment: 'refunded', refundedAmount: 1500 });
    expect((await order()).refunds).toMatchObject([{ amount: 1500, state: 'done', way: 'hand' }]);
    expect(await money()).toContain('refunded 1500');
    expect((await cli(...close)).code).not.toBe(0);
    const { rows } = await pool.query('SELECT actor, before, after FROM audit_log WHERE target = $1', [
      `refund ${refundId}`,
    ]);
    expect(rows).toMatchObject([
      {
        actor: expect.stringContaining('anna@'),
        before: { state: 'failed', closed_at: null },
        after: { state: 'done', as: 'paid by hand' },
      },
    ]);
  });

  it('is closed as not paid: the order and the statistics are restored', async () => {
    const { client, refundId, order, money, manager, outlet } = await refusedRefund();
    const income = async () => (await client.revenue.statistics({ outletId: outlet.outletId }, manager)).data;
    expect(await income()).toMatchObject({ gross: 1500, refunds: 1500, net: 0, orders: 0 });
    const close = ['payments', 'refund', 'close', refundId, '--paid', 'not', '--reason', 'the guest kept it'];
    expect((await cli(...close)).code).toBe(0);
    expect(await order()).toMatchObject({ status: 'finished', payment: 'paid', refundedAmount: 0, refunds: [] });
    expect(await money()).not.toContain('refunded 1500');
    expect(await income()).toMatchObject({ gross: 1500, refunds: 0, net: 1500, orders: 1 });
  });
});

describe('a difference', () => {
  it('is listed until somebody closes it with a reason', async () => {
    const { pool } = server();
    await pool.query(
      `INSERT INTO payment_differences (provider, kind, subject, found, currency, detail, found_at)
       VALUES ('sandbox', 'unknown number', 'strange_1', 100, 'CNY', 'paid', now())`,
    );
    const list = await cli('payments', 'differences');
    const id = /^(\d+)\s.*strange_1/m.exec(list.stdout)?.[1] ?? '';
    expect((await cli('payments', 'differences', 'close', id)).code).not.toBe(0);
    expect((await cli('payments', 'differences', 'close', id, '--reason', 'not ours')).code).toBe(0);
    expect((await cli('payments', 'differences')).stdout).not.toContain('strange_1');
    expect((await cli('payments', 'differences', '--all')).stdout).toContain('not ours');
  });
});
