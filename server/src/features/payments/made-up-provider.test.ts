import { randomUUID } from 'node:crypto';
import { dictionary } from '@recline/contract/dictionary';
import { starting } from '@recline/contract/starting';
import type { Command } from '@recline/contract/topics';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { makePool, type Pool } from '../../platform/db.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { makeLog } from '../../platform/log.ts';
import { makeMetrics } from '../../platform/metrics.ts';
import { type Listener, listen } from '../../platform/notify.ts';
import { createDatabase } from '../../testing/database.ts';
import { makeWorld } from '../../testing/world.ts';
import { usualTiming } from '../../timing.ts';
import { dictionaryIn } from '../dictionary/index.ts';
import { makeOrders, republishOrder } from '../orders/index.ts';
import { makePayments, makeSettlement } from './payments.ts';
import type { PaymentProvider } from './port.ts';

/** A made-up provider that no other code knows. Its notice holds the number of the payment. */
const barter: PaymentProvider = {
  name: 'barter_9',
  label: { zh_CN: '以物易物', en_US: 'Barter', id_ID: 'Barter' },
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

/** Orders and payments composed as in the server, with this one provider; commands to chairs are collected in `sent`. */
function compose() {
  const sent: { deviceId: string; command: Command }[] = [];
  const base = { pool, clock: systemClock, log: makeLog('silent'), metrics: makeMetrics() };
  const paying = {
    ...base,
    providers: [barter],
    timing: usualTiming.payments,
    noticeUrl: (name: string) => `https://chairs.example/${name}`,
    refundMoved: republishOrder,
  };
  const payments = makePayments(paying);
  const orders = makeOrders({
    ...base,
    chairPool: pool,
    requestPool: pool,
    listener,
    timing: usualTiming.orders,
    payMinutes: 10,
    stopRefund: 'none',
    payments,
    send: (deviceId, command) => void sent.push({ deviceId, command }),
    connected: () => true,
    readUntil: async () => systemClock(),
    lagMs: () => 0,
  });
  const settlement = makeSettlement({ ...paying, hooks: orders.paymentHooks, refundSoon: payments.refundSoon });
  return { payments, orders, settlement, sent };
}

/** A guest, a free chair, and the guest's request to start it. */
async function guestAtChair() {
  const world = makeWorld(pool);
  const outlet = await world.outlet();
  const { deviceId } = await world.device(outlet, { online: true });
  const { accountId, account, mobile } = await world.consumer();
  const caller: Caller = {
    accountId,
    role: 'consumer',
    account,
    mobile,
    name: '',
    permissions: [],
    outletIds: [],
    boundOutletId: null,
    tokenHash: Buffer.alloc(0),
  };
  const priceId = outlet.prices[1]?.priceId ?? '';
  const input = starting.activate.input.parse({
    deviceId,
    priceId,
    payType: barter.name,
    requestId: randomUUID(),
  });
  return { caller, deviceId, input };
}

it('has its label in the dictionary, and is offered where its facts say so', () => {
  const { payments } = compose();
  for (const language of ['zh_CN', 'en_US', 'id_ID'] as const) {
    const option = { value: 'barter_9', label: barter.label[language] };
    expect(dictionary.get.output.parse(dictionaryIn(language, [barter])).payType).toContainEqual(option);
    expect(payments.offered({ currency: 'CNY', browser: 'other' }, language)).toEqual([option]);
  }
  expect(payments.offered({ currency: 'PHP', browser: 'other' }, 'en_US')).toEqual([]);
});

it('is paid with: its way to pay is shown, its notice starts the chair, and the money is in the books', async () => {
  const { payments, orders, settlement, sent } = compose();
  const { caller, deviceId, input } = await guestAtChair();
  try {
    const placed = await orders.activation.placeOrder({ caller, input, browser: 'other' });
    if ('refusal' in placed) throw placed.refusal;
    const { orderId, status } = placed;
    expect(status).toBe('pending');
    const purchase = { orderId, description: 'Massage', returnTo: '/', backTo: '/' };
    const payer = { ip: '203.0.113.5', browser: 'other', language: 'en_US', origin: 'https://chairs.example' } as const;
    const pay = await payments.payOf(purchase, payer);
    const number = pay?.way.kind === 'qr' ? pay.way.text.replace('barter:', '') : '';
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
    await settlement.stop();
    await payments.stop();
    await orders.stop();
  }
});
