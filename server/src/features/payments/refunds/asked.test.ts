import { beforeEach, describe, expect, it } from 'vitest';
import { useRows } from '../../../testing/rows.ts';
import type { Row } from '../../../testing/sample-rows.ts';
import { hasRefund, type RefundRequest, requestRefunds } from './requests.service.ts';

/** How refunds are paid, and which rows record them. */

const { pool, insert } = useRows();
beforeEach(() => pool().query('TRUNCATE orders, payment_attempts, ledger, refunds CASCADE'));

const now = new Date('2026-11-15T12:00:00.000Z');
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
let last = 1000;
function next(): number {
  last += 1;
  return last;
}

async function order(): Promise<number> {
  const id = next();
  await insert('orders', id, { placed_by: null, request_id: null });
  return id;
}

/** A payment of an order, at a provider or at the counter. */
async function paid(order_id: number | null, provider: string, atCounter = false): Promise<number | null> {
  const id = next();
  const at = { provider, currency: 'CNY' };
  if (!atCounter)
    await insert('payment_attempts', id, { ...at, order_id, attempt: id, state: 'paid', settled_at: now });
  await insert('ledger', id, { ...at, order_id, attempt_id: atCounter ? null : id });
  return atCounter ? null : id;
}

const request = (orderId: number | null, changed: Partial<RefundRequest> = {}): RefundRequest => ({
  orderId,
  amount: 40,
  currency: 'CNY',
  reason: 'sorry',
  requestedBy: 'account 7',
  requestId: null,
  ...changed,
});
const ask = (...requests: RefundRequest[]) => requestRefunds(pool(), requests, now);

const refundsOf = async (order_id: number | null): Promise<Row[]> =>
  (await pool().query('SELECT * FROM refunds WHERE order_id IS NOT DISTINCT FROM $1 ORDER BY id', [order_id])).rows;
const returned = async (): Promise<Row[]> =>
  (await pool().query(`SELECT * FROM ledger WHERE kind = 'refunded' ORDER BY id`)).rows;

describe('a refund', () => {
  it("of a provider's payment is due there, and not in the books yet", async () => {
    const [one, other] = [await order(), await order()];
    const attempt = await paid(one, 'wechat');
    await paid(other, 'alipay');
    await ask(request(one, { requestId: uuid(1) }));
    expect(await refundsOf(one)).toMatchObject([
      {
        provider: 'wechat',
        attempt_id: attempt,
        amount: 40,
        currency: 'CNY',
        state: 'due',
        surplus: false,
        reason: 'sorry',
        requested_by: 'account 7',
        request_id: uuid(1),
        try_at: now,
        created_at: now,
        tries: 0,
        done_at: null,
        closed_at: null,
      },
    ]);
    expect(await returned()).toEqual([]);
  });

  it.each(['cash', 'coin'])('of %s is done at once, and in the books', async (provider) => {
    const one = await order();
    await paid(one, provider, true);
    await ask(request(one));
    const [refund] = await refundsOf(one);
    expect(refund).toMatchObject({ provider, attempt_id: null, state: 'done', done_at: now, closed_at: null });
    expect(await returned()).toMatchObject([
      { order_id: one, refund_id: refund?.id, attempt_id: null, provider, amount: 40, currency: 'CNY', at: now },
    ]);
  });

  it('of an order paid by a coupon sold before is cash', async () => {
    const one = await order();
    await ask(request(one));
    expect(await refundsOf(one)).toMatchObject([{ provider: 'cash', state: 'done' }]);
  });

  it('refers to the payment that paid the order, not to an excess one that was refunded', async () => {
    const one = await order();
    const twice = await paid(one, 'wechat');
    await ask(request(one, { amount: 100, surplusOf: { attemptId: twice ?? 0, provider: 'wechat' } }));
    const taken = await paid(one, 'alipay');
    await paid(one, 'stripe');
    await ask(request(one));
    expect(await refundsOf(one)).toMatchObject([
      { surplus: true, attempt_id: twice, provider: 'wechat' },
      { surplus: false, attempt_id: taken, provider: 'alipay' },
    ]);
  });

  it('of a payment that matches no order refers to that payment', async () => {
    const orphan = await paid(null, 'stripe');
    await ask(request(null, { surplusOf: { attemptId: orphan ?? 0, provider: 'stripe' } }));
    expect(await refundsOf(null)).toMatchObject([
      { attempt_id: orphan, provider: 'stripe', surplus: true, state: 'due' },
    ]);
  });

  it('that was made in the provider’s portal is done, and closed by the operator who recorded it', async () => {
    const one = await order();
    const attempt = await paid(one, 'wechat');
    await ask(request(one, { madeAtProvider: 'REFUND9' }));
    const [refund] = await refundsOf(one);
    expect(refund).toMatchObject({
      state: 'done',
      done_at: now,
      provider: 'wechat',
      provider_ref: 'REFUND9',
      closed_at: now,
      closed_by: 'account 7',
      close_reason: 'sorry',
    });
    expect(await returned()).toMatchObject([{ refund_id: refund?.id, attempt_id: attempt, provider: 'wechat' }]);
  });

  it("of several orders uses each order's payment method", async () => {
    const [one, two, three] = [await order(), await order(), await order()];
    await paid(one, 'wechat');
    await paid(two, 'cash', true);
    await paid(three, 'alipay');
    await ask(request(three), request(one), request(two));
    const ways = [];
    for (const each of [one, two, three]) ways.push((await refundsOf(each)).map(({ provider }) => provider));
    expect(ways).toEqual([['wechat'], ['cash'], ['alipay']]);
    expect(await returned()).toHaveLength(1);
    await ask();
  });

  it('is known by the id of its request, for its own order', async () => {
    const [one, other] = [await order(), await order()];
    await ask(request(one, { requestId: uuid(5) }), request(one));
    expect(await hasRefund(pool(), one, uuid(5))).toBe(true);
    expect(await hasRefund(pool(), one, uuid(6))).toBe(false);
    expect(await hasRefund(pool(), other, uuid(5))).toBe(false);
    await expect(ask(request(one, { requestId: uuid(5) }))).rejects.toThrow('refunds_order_id_request_id_key');
  });
});
