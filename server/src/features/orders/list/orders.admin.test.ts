import { beforeEach, describe, expect, it } from 'vitest';
import { useRows } from '../../../testing/rows.ts';
import type { Row } from '../../../testing/sample-rows.ts';
import { closeAsRefunded, closeRefundAsAdmin, refundAsAdmin } from './orders.admin.ts';

/** What an operator may refund, and how refunds and differences are closed. */

const { pool, insert } = useRows();
beforeEach(() =>
  pool().query('TRUNCATE orders, commands, payment_attempts, ledger, refunds, payment_differences, audit_log CASCADE'),
);

const now = new Date('2026-11-15T12:00:00.000Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const admin = () => ({ pool: pool(), clock: () => now, actor: 'anna' });
let last = 1000;
function next(): number {
  last += 1;
  return last;
}

const running = { status: 'running', started_at: ago(60), ends_at: ago(-540), ended_at: null };
const finished = { status: 'finished', started_at: ago(900), ends_at: ago(300), ended_at: ago(300) };
const unstarted = { started_at: null, ends_at: null };

/** An order of 15.00 that was paid at a provider. */
async function paid(state: Row): Promise<number> {
  const id = next();
  await insert('devices', id);
  const price = { list_amount: 1500, amount: 1500 };
  await insert('orders', id, {
    device_id: `D${id}`,
    placed_by: null,
    request_id: null,
    created_at: ago(900),
    ...price,
    ...state,
  });
  const payment = { order_id: id, provider: 'wechat', amount: 1500, currency: 'CNY' };
  await insert('payment_attempts', id, { ...payment, attempt: 1, state: 'paid', settled_at: ago(900) });
  await insert('ledger', id, { ...payment, attempt_id: id });
  return id;
}

const rowsOf = async (text: string, ...values: unknown[]): Promise<Row[]> => (await pool().query(text, values)).rows;
const orderOf = async (id: number) =>
  (await rowsOf('SELECT status, refunded_amount::int AS refunded, end_reason FROM orders WHERE id = $1', id))[0];
const refunds = () => rowsOf('SELECT amount::int, reason, requested_by, state, provider_ref FROM refunds ORDER BY id');
const audit = () => rowsOf('SELECT actor, action, target FROM audit_log ORDER BY id');

describe('a refund by an operator', () => {
  it('of a part leaves the order as it is, of the rest ends it; then nothing is left', async () => {
    const id = await paid(running);
    const part = await refundAsAdmin(admin(), id, { reason: 'noise', amount: 400 });
    expect(part).toMatchObject({
      refunded: 400,
      order: { orderId: String(id), status: 'running', refundedAmount: 400 },
    });
    const rest = await refundAsAdmin(admin(), id, { reason: 'broken' });
    expect(rest).toMatchObject({ refunded: 1100, order: { status: 'refunded', refundedAmount: 1500 } });
    const request = { requested_by: 'anna', state: 'due', provider_ref: null };
    expect(await refunds()).toEqual([
      { amount: 400, reason: 'noise', ...request },
      { amount: 1100, reason: 'broken', ...request },
    ]);
    expect(await rowsOf('SELECT type FROM commands')).toEqual([{ type: 'stop' }]);
    expect(await refundAsAdmin(admin(), id, { reason: 'again' })).toMatchObject({ refunded: 0 });
    const entry = { actor: 'anna', action: 'order refund', target: `order ${id}` };
    expect(await audit()).toEqual([entry, entry]);
    const [first] = await rowsOf('SELECT before, after FROM audit_log ORDER BY id');
    expect(first).toMatchObject({ before: { refundedAmount: 0 }, after: { refundedAmount: 400 } });
  });

  it.each<[string, Row, number | undefined, object]>([
    [
      'more than is left',
      { ...finished, refunded_amount: 1000 },
      501,
      { problem: 'refundTooLarge', params: { left: 500, currency: 'CNY' } },
    ],
    [
      'of an order without a payment yet',
      { status: 'pending', ...unstarted, ended_at: null },
      undefined,
      { problem: 'orderNotRefundable' },
    ],
    [
      'of an order that failed',
      { status: 'failed', ...unstarted, ended_at: now, refunded_amount: 1500 },
      undefined,
      { problem: 'orderNotRefundable', params: { status: 'failed' } },
    ],
    [
      'of a part of an order that was refunded',
      { ...finished, status: 'refunded', refunded_amount: 1500 },
      1,
      { problem: 'refundTooLarge', params: { left: 0 } },
    ],
  ])('is refused: %s', async (_case, state, amount, refusal) => {
    const id = await paid(state);
    const before = await orderOf(id);
    await expect(refundAsAdmin(admin(), id, { reason: 'x', amount })).rejects.toMatchObject(refusal);
    expect([await orderOf(id), await refunds(), await audit()]).toEqual([before, [], []]);
  });

  it('of exactly what is left is allowed', async () => {
    const id = await paid({ ...finished, refunded_amount: 1000 });
    expect(await refundAsAdmin(admin(), id, { reason: 'x', amount: 500 })).toMatchObject({ refunded: 500 });
    expect(await orderOf(id)).toMatchObject({ status: 'refunded', refunded: 1500 });
    await expect(refundAsAdmin(admin(), 999_999, { reason: 'x' })).rejects.toMatchObject({ problem: 'orderNotFound' });
  });
});

describe('a difference that a refund in the provider’s portal made', () => {
  const difference = (order_id: number | null, changed: Row = {}) =>
    insert('payment_differences', 7, {
      kind: 'refund not recorded',
      provider: 'wechat',
      subject: 'PORTAL-1',
      order_id,
      found: 400,
      currency: 'CNY',
      ...changed,
    });
  const isOpen = async () => (await rowsOf('SELECT closed_by FROM payment_differences'))[0]?.closed_by === null;

  it('is closed by booking that refund, which is not sent again', async () => {
    const id = await paid(finished);
    await difference(id);
    expect(await closeAsRefunded(admin(), 7, 'made by hand')).toMatchObject({ closed_by: 'anna' });
    expect(await refunds()).toEqual([
      { amount: 400, reason: 'made by hand', requested_by: 'anna', state: 'done', provider_ref: 'PORTAL-1' },
    ]);
    expect(await orderOf(id)).toMatchObject({ status: 'finished', refunded: 400 });
    expect(await isOpen()).toBe(false);
    await expect(closeAsRefunded(admin(), 7, 'twice')).rejects.toMatchObject({ problem: 'differenceNotFound' });
  });

  it.each<[string, Row, boolean, string]>([
    ['of another kind', { kind: 'wrong amount' }, true, 'notARefund'],
    ['of no order', {}, false, 'notARefund'],
    ['without an amount', { found: null, currency: null }, true, 'notARefund'],
    ['of more than the order has left', { found: 1501 }, true, 'refundTooLarge'],
  ])('is not closed so: one %s', async (_case, changed, ofOrder, problem) => {
    const id = await paid(finished);
    await difference(ofOrder ? id : null, changed);
    await expect(closeAsRefunded(admin(), 7, 'x')).rejects.toMatchObject({ problem });
    expect([await refunds(), await isOpen()]).toEqual([[], true]);
  });
});

describe('a refund that staff close', () => {
  const failed = (order_id: number | null, changed: Row = {}) =>
    insert('refunds', 7, {
      order_id,
      attempt_id: order_id,
      provider: 'wechat',
      amount: 1500,
      state: 'failed',
      ...changed,
    });

  it.each<[string, 'not paid' | 'paid by hand', Row, object]>([
    ['as not paid gives the order its money back', 'not paid', {}, { status: 'finished', refunded: 0 }],
    ['as paid by hand leaves it refunded', 'paid by hand', {}, { status: 'refunded', refunded: 1500 }],
    [
      'as not paid, of a payment too many, changes no order',
      'not paid',
      { surplus: true },
      { status: 'refunded', refunded: 1500 },
    ],
  ])('%s', async (_case, as, changed, expected) => {
    const id = await paid({ ...finished, status: 'refunded', refunded_amount: 1500 });
    await failed(id, changed);
    await closeRefundAsAdmin(admin(), 7, { as, reason: 'why' });
    expect(await orderOf(id)).toMatchObject(expected);
    await expect(closeRefundAsAdmin(admin(), 7, { as, reason: 'why' })).rejects.toMatchObject({
      problem: 'refundNotFailed',
    });
    expect(await orderOf(id)).toMatchObject(expected);
  });

  it('may belong to a payment that matches no order', async () => {
    await insert('payment_attempts', 5, {
      order_id: null,
      provider: 'wechat',
      attempt: 1,
      state: 'paid',
      settled_at: now,
    });
    await failed(null, { attempt_id: 5, surplus: true });
    expect(await closeRefundAsAdmin(admin(), 7, { as: 'not paid', reason: 'why' })).toMatchObject({ state: 'failed' });
  });
});
