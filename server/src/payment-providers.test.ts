import { randomUUID } from 'node:crypto';
import { startProviders } from '@recline/provider-simulator/simulator';
import { decideAt } from '@recline/provider-simulator/testing/payer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noticePath } from './features/payments/index.ts';
import { until, useChairs } from './testing/chairs.ts';
import { moneyOf } from './testing/money.ts';
import { useServer } from './testing/server.ts';

/**
 * The server with the simulated providers: whatever they do, a chair is started once or the money goes back once, and
 * their books agree with ours.
 */

const providers = await startProviders({ rules: { refundGapMs: 0, billsAtOnce: true }, timing: { lateMs: 300 } });
const names = ['wechat', 'alipay', 'stripe'] as const;
type Name = (typeof names)[number];

const server = useServer(
  { ...providers.settings, PAYMENT_PROVIDERS: names.join(',') },
  { payments: { queryAfterMs: 700, everyMs: 200, backoffMs: 100 } },
);
const connectChair = useChairs(server);
beforeAll(() => providers.stripe.registerWebhook(`${server().url}${noticePath}/stripe`));
beforeEach(() => providers.faults.clear());
afterAll(() => providers.stop());

/** A guest with an unpaid order of 15.00 on a free chair, and the outlet's manager. */
async function pendingOrder(payType: Name) {
  const { client, world } = server();
  const outlet = await world.outlet();
  const chair = await connectChair(outlet);
  const { token } = await world.consumer();
  const manager = await world.manager([outlet]);
  const request = { deviceId: chair.deviceId, priceId: outlet.prices[1]?.priceId ?? '', payType };
  const place = () => client.starting.activate({ ...request, requestId: randomUUID() }, { token });
  const { data } = await place();
  const { orderId, payUrl = '' } = data;
  const order = async () => (await client.orders.get({ orderId }, { token })).data;
  const money = async () => (await moneyOf(server().pool, orderId)).map(({ kind, amount }) => `${kind} ${amount}`);
  const refund = (amount: number) =>
    client.orders.refund({ orderId, reason: 'sorry', amount, requestId: randomUUID() }, { token: manager.token });
  return { chair, orderId, payUrl, place, order, money, refund, pay: () => decideAt(payUrl, 'pay') };
}
type Pending = Awaited<ReturnType<typeof pendingOrder>>;

const numberOf = async ({ orderId }: Pending) => {
  const find = 'SELECT number FROM payment_attempts WHERE order_id = $1';
  return (await server().pool.query<{ number: string }>(find, [orderId])).rows[0]?.number ?? '';
};
const running = ({ order }: Pending) => until(async () => (await order()).status === 'running');

/** The provider's own books of an order's payment. */
async function book(pending: Pending) {
  const number = await numberOf(pending);
  const found = providers.books().find((each) => each.number === number);
  return found && { paid: found.paid, refunded: found.refunded, refunding: found.refunding };
}
const booked = (pending: Pending, refunded: number) =>
  until(async () => {
    const found = await book(pending);
    return found?.refunded === refunded && found.refunding === 0;
  });

describe.each(names)('%s', (name) => {
  it('is paid at its cashier page, the chair runs, and a part refund arrives', async () => {
    const pending = await pendingOrder(name);
    await pending.pay();
    await running(pending);
    expect((await pending.refund(400)).code).toBe(200);
    await until(async () => (await pending.order()).payment === 'partly_refunded');
    await booked(pending, 400);
    expect(await pending.money()).toEqual(['paid 1500', 'refund 400', 'refunded 400']);
    expect(await book(pending)).toEqual({ paid: 1500, refunded: 400, refunding: 0 });
  });

  it.each(['twice', 'late', 'never', 'forged'] as const)(
    'a notice that comes %s starts the chair once',
    async (fault) => {
      const pending = await pendingOrder(name);
      providers.faults.planNotice(name, fault);
      await pending.pay();
      await running(pending);
      expect(await pending.money()).toEqual(['paid 1500']);
    },
  );

  it('a forged notice starts nothing', async () => {
    const pending = await pendingOrder(name);
    const claim = { url: `${server().url}${noticePath}/${name}`, amount: 1500 };
    const { taken } = await providers[name].forge(await numberOf(pending), claim);
    expect(taken).toBe(false);
    expect((await pending.order()).status).toBe('pending');
    expect(await pending.money()).toEqual([]);
  });

  it.each(['lostAnswer', 'failedAfter', 'limited', 'notEnough'] as const)(
    'a refund that meets "%s" is made once',
    async (fault) => {
      const pending = await pendingOrder(name);
      await pending.pay();
      await running(pending);
      providers.faults.plan(name, 'refund', fault);
      await pending.refund(400);
      await booked(pending, 400);
      await until(async () => (await pending.order()).payment === 'partly_refunded');
      expect(await pending.money()).toEqual(['paid 1500', 'refund 400', 'refunded 400']);
    },
  );

  it('money that arrives after its order was replaced goes back', async () => {
    const pending = await pendingOrder(name);
    const number = await numberOf(pending);
    if (name === 'alipay') await decideAt(pending.payUrl, 'login');
    await pending.place(); // an account has one unpaid order
    await until(async () => (await pending.order()).status === 'cancelled');
    await providers[name].pay(number, { anyway: true }).catch(() => {});
    await booked(pending, 1500);
    expect(pending.chair.state).toBe('idle');
  });
});

it('what the providers took is what we kept and what went back, to the last fen', async () => {
  const sum = async (kind: string) => {
    const { rows } = await server().pool.query<{ sum: number }>(
      'SELECT coalesce(sum(amount), 0) AS sum FROM ledger WHERE kind = $1',
      [kind],
    );
    return Number(rows[0]?.sum);
  };
  await until(async () => providers.books().every(({ refunding }) => refunding === 0));
  const books = providers.books();
  const total = (of: 'paid' | 'refunded') => books.reduce((all, each) => all + each[of], 0);
  await until(async () => (await sum('refunded')) === total('refunded'));
  expect(await sum('paid')).toBe(total('paid'));
});
