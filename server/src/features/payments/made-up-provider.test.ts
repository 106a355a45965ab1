import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { makePool, type Pool } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import { makeLog } from '../../platform/log.ts';
import { type Listener, listen } from '../../platform/notify.ts';
import { until } from '../../testing/chairs.ts';
import { createDatabase } from '../../testing/database.ts';
import { composeOrders, guestAtChair } from '../../testing/orders.ts';
import { orderLabelsIn } from '../dictionary/index.ts';
import { startChair } from '../orders/placing/start.service.ts';
import { isOffered } from './attempts/attempts.ts';
import { brand, type PaymentProvider } from './providers/provider.ts';

/** A made-up provider that no other code knows. Its notice holds the number of the payment. */
const barter: PaymentProvider = {
  name: 'barter_9',
  label: brand('Barter', { zh_CN: '以物易物' }),
  currencies: ['CNY'],
  countries: [],
  browsers: ['other'],
  bills: { offsetMinutes: 0, readyAfterMinutes: 0 },
  prepay: async ({ key, until }) => ({ way: { kind: 'qr', text: `barter:${key}` }, wayUntil: until, until }),
  readNotice: async ({ body }) => ({
    kind: 'payment',
    state: { status: 'paid', key: body.toString(), ref: 'sheep', amount: 1500, currency: 'CNY' },
  }),
  answer: (taken) => ({ status: taken ? 200 : 500, body: 'done' }),
  query: async ({ key }) => ({ status: 'open', key }),
  close: async ({ key }) => ({ status: 'dead', key }),
  refund: async ({ key }) => ({ status: 'done', key }),
  queryRefund: async ({ key }) => ({ status: 'none', key }),
  async *bill() {},
  async *readBill() {},
  check: async () => [],
};

let database: Awaited<ReturnType<typeof createDatabase>>;
let pool: Pool;
let listener: Listener;
beforeAll(async () => {
  database = await createDatabase(inject('postgresUrl'));
  // A single connection: code that takes a second one inside a transaction fails after the connection timeout.
  pool = makePool(database.url, { max: 1 });
  listener = await listen(database.url, makeLog('silent'));
});
afterAll(async () => {
  await listener.stop();
  await pool.end();
  await database.drop();
});

it('has its label in the dictionary, and is offered where its facts allow it', async () => {
  const { payments } = await composeOrders(pool, listener, barter);
  const labelsIn = orderLabelsIn([barter]);
  expect(labelsIn('zh_CN').payType).toContainEqual({ value: 'barter_9', label: '以物易物' });
  expect(labelsIn('id_ID').payType).toContainEqual({ value: 'barter_9', label: 'Barter' });
  expect(isOffered(payments, barter.name, { currency: 'CNY', browser: 'other' })).toBe(true);
  expect(isOffered(payments, barter.name, { currency: 'PHP', browser: 'other' })).toBe(false);
});

it('can be paid with: its payment page opens, its notice starts the chair, and the money is in the books', async () => {
  const { orders, settlement, sent, stop } = await composeOrders(pool, listener, barter);
  const { caller, deviceId, input, payer } = await guestAtChair(pool, barter.name);
  try {
    const { orderId, status, pay } = await startChair(orders, caller, input, payer);
    expect(status).toBe('pending');
    const number = pay?.kind === 'qr' ? pay.text.replace('barter:', '') : '';
    const answer = await settlement.takeNotice(barter.name, { headers: {}, body: Buffer.from(number) });
    expect(answer).toEqual({ status: 200, body: 'done' });
    expect(sent).toMatchObject([{ deviceId, command: { type: 'start' } }]);
    const { rows } = await pool.query(
      `SELECT o.status, o.pay_type, l.provider, l.kind, l.amount FROM orders o JOIN ledger l ON l.order_id = o.id
       WHERE o.id = $1`,
      [orderId],
    );
    expect(rows).toEqual([
      { status: 'starting', pay_type: 'barter_9', provider: 'barter_9', kind: 'paid', amount: 1500 },
    ]);
  } finally {
    await stop();
  }
});

it('answers a repeated request under overload, and refuses a new one', async () => {
  const { orders, stop } = await composeOrders(pool, listener, barter);
  const { caller, input, payer } = await guestAtChair(pool, barter.name);
  const overloaded = { ...orders, admit: () => Promise.reject(fail('unavailable')) };
  try {
    await expect(startChair(overloaded, caller, input, payer)).rejects.toMatchObject({ problem: 'unavailable' });
    const { orderId } = await startChair(orders, caller, input, payer);
    expect(await startChair(overloaded, caller, input, payer)).toMatchObject({ orderId, status: 'pending' });
  } finally {
    await stop();
  }
});

it('keeps an order whose first request failed at the provider after a repeat got a way to pay', async () => {
  let calls = 0;
  let failFirst = (_error: Error) => {};
  const slowAtFirst: PaymentProvider = {
    ...barter,
    prepay(request) {
      calls += 1;
      if (calls > 1) return barter.prepay(request);
      return new Promise((_resolve, reject) => {
        failFirst = reject;
      });
    },
  };
  const { orders, stop } = await composeOrders(pool, listener, slowAtFirst);
  const { caller, input, payer } = await guestAtChair(pool, barter.name);
  try {
    const first = startChair(orders, caller, input, payer);
    await until(async () => calls === 1);
    const second = await startChair(orders, caller, input, payer);
    expect(second.pay).toMatchObject({ kind: 'qr' });
    failFirst(new Error('timed out'));
    expect(await first).toEqual(second);
  } finally {
    await stop();
  }
});

it('cancels an order whose payment could not be opened at the provider', async () => {
  const closed: PaymentProvider = { ...barter, prepay: () => Promise.reject(new Error('down')) };
  const { orders, stop } = await composeOrders(pool, listener, closed);
  const { caller, input, payer } = await guestAtChair(pool, barter.name);
  try {
    await expect(startChair(orders, caller, input, payer)).rejects.toMatchObject({ problem: 'paymentFailed' });
    const { rows } = await pool.query('SELECT status FROM orders WHERE placed_by = $1', [caller.accountId]);
    expect(rows).toEqual([{ status: 'cancelled' }]);
  } finally {
    await stop();
  }
});
