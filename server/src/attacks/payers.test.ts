import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { payOrder } from '../features/orders/placing/pay.service.ts';
import { startChair } from '../features/orders/placing/start.service.ts';
import { type PaymentProvider, payerReturned } from '../features/payments/index.ts';
import { makePool, type Pool } from '../platform/db.ts';
import { makeLog } from '../platform/log.ts';
import { type Listener, listen } from '../platform/notify.ts';
import { until } from '../testing/chairs.ts';
import { createDatabase } from '../testing/database.ts';
import { composeOrders, guestAtChair } from '../testing/orders.ts';

/** A payer who makes the server query a provider as often as possible. */

let database: Awaited<ReturnType<typeof createDatabase>>;
let pool: Pool;
let listener: Listener;
beforeAll(async () => {
  database = await createDatabase(inject('postgresUrl'));
  pool = makePool(database.url);
  listener = await listen(database.url, makeLog('silent'));
});
afterAll(async () => {
  await listener.stop();
  await pool.end();
  await database.drop();
});

/** Orders at a provider that accepts every prepay and never sees a payment, with the queries it received. */
async function scene(changes: Partial<PaymentProvider> = {}) {
  const asked: string[] = [];
  const answers: Partial<PaymentProvider> = {
    prepay: async ({ key, until: end }) => ({ way: { kind: 'qr', text: key }, wayUntil: end, until: end }),
    query: async ({ key }) => ({ status: 'open', key }),
    close: async ({ key }) => ({ status: 'open', key }),
    ...changes,
  };
  const provider = {
    name: 'asked',
    label: () => 'a',
    currencies: ['CNY'],
    browsers: ['other', 'wechat'],
    prepay: async (request) => {
      asked.push(`prepay ${request.key}`);
      return answers.prepay?.(request);
    },
    query: async (payment) => {
      asked.push(`query ${payment.key}`);
      return answers.query?.(payment);
    },
    close: async (payment) => {
      asked.push(`close ${payment.key}`);
      return answers.close?.(payment);
    },
  } as Partial<PaymentProvider> as PaymentProvider;
  const { orders, payments, settlement, stop } = await composeOrders(pool, listener, provider);

  /** A guest with an unpaid order. */
  async function guest() {
    const { caller, input, payer } = await guestAtChair(pool, provider.name);
    const place = () => startChair(orders, caller, { ...input, requestId: crypto.randomUUID() }, payer);
    const { orderId } = await place();
    const pay = (changed: Partial<Parameters<typeof payOrder>[3]> = {}, id = orderId) =>
      payOrder(orders, caller, { orderId: id }, { ...payer, ...changed }).then(
        () => 'answered',
        ({ problem }) => String(problem),
      );
    const comeBack = async () => {
      if (await payerReturned(payments, Number(orderId))) settlement.querySoon();
    };
    return { orderId, place, pay, comeBack };
  }
  const count = (what: string, orderId = '') =>
    asked.filter((line) => line.startsWith(what) && line.includes(orderId && `_${orderId}_`)).length;
  return { asked, count, guest, stop };
}

describe('a payer', () => {
  it('asking from many browsers closes the payment by one request, not by one each', async () => {
    const { guest, count, stop } = await scene();
    const { pay } = await guest();
    const browsers = { browser: 'wechat', walletUser: 'oMei' } as const;
    const together = await Promise.all(Array.from({ length: 20 }, () => pay(browsers)));
    const after = [await pay(browsers), await pay(browsers)];
    expect(new Set([...together, ...after])).toEqual(new Set(['unavailable']));
    expect(count('close')).toBe(1);
    await stop();
  });

  it('whose provider does not answer can cause twenty queries for an order and forty for an account', async () => {
    let isDown = false;
    const { guest, count, stop } = await scene({
      prepay: async ({ key, until: end }) => {
        if (isDown) throw new Error('hang up');
        return { way: { kind: 'qr', text: key }, wayUntil: new Date(0), until: end };
      },
    });
    const { orderId, place, pay } = await guest();
    isDown = true;
    for (let times = 0; times < 20; times += 1) expect(await pay()).toBe('unavailable');
    expect([await pay(), await pay()]).toEqual(['tooMany', 'tooMany']);
    expect(count('prepay', orderId)).toBe(1 + 20);
    isDown = false;
    const { orderId: next } = await place();
    for (let times = 0; times < 25; times += 1) await pay({}, next);
    expect(count('prepay', next)).toBe(1 + 20);
    const { orderId: third } = await place();
    expect(await pay({}, third)).toBe('tooMany');
    const honest = await guest();
    expect(await honest.pay()).toBe('answered');
    await stop();
  });

  it('who keeps coming back and asking how to pay delays nobody else', async () => {
    const { guest, asked, count, stop } = await scene();
    const [hostile, honest] = [await guest(), await guest()];
    const flood = async () => {
      await hostile.comeBack();
      await hostile.pay();
    };
    await Promise.all(Array.from({ length: 30 }, flood));
    await until(async () => count('query', hostile.orderId) === 1);
    for (let times = 0; times < 30; times += 1) await flood();
    await honest.comeBack();
    await until(async () => count('query', honest.orderId) === 1);
    expect(asked.filter((line) => line.startsWith('query'))).toHaveLength(2);
    await stop();
  });
});
