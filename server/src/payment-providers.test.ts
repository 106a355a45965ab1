import { randomUUID } from 'node:crypto';
import { providerNames as names } from '@recline/provider-simulator/core/faults';
import { decideAt } from '@recline/provider-simulator/testing/payer';
import { stripeClient } from '@recline/provider-simulator/testing/stripe-client';
import { describe, expect, it } from 'vitest';
import { noticePath } from './features/payments/index.ts';
import { until } from './testing/chairs.ts';
import { startTestProviders, useProviders } from './testing/providers.ts';

/**
 * The server with the simulated providers: whatever they do, either a chair is started once or the money is refunded
 * once, and their books agree with ours.
 */

const providers = await startTestProviders();
const { server, guestAtChair, pendingOrder, runningOrder } = useProviders(providers);

// Runs first, because no payment of another test may be in progress while the server's clock is wrong.
it('Stripe: when the time to pay is over, a call expires the session, and nobody can pay in it', async () => {
  const pending = await pendingOrder('stripe');
  const { rows } = await server().pool.query<{ ref: string }>(
    'SELECT provider_ref AS ref FROM payment_attempts WHERE number = $1',
    [pending.number],
  );
  const session = () => stripeClient(providers).checkout.sessions.retrieve(rows[0]?.ref ?? '');
  const { status, expires_at } = await session();
  const payBy = Date.now() + 10 * 60_000; // PAY_MINUTES
  expect(status).toBe('open');
  expect(expires_at * 1000).toBeGreaterThan(payBy);
  // Time passes for the server only: by Stripe's clock the session could still be paid.
  server().setTime(new Date(payBy + 1_000));
  try {
    await until(async () => (await session()).status === 'expired');
  } finally {
    server().setTime(undefined);
  }
  await until(async () => (await pending.order()).status === 'cancelled');
  await expect(providers.stripe.pay(pending.number)).rejects.toThrow('not open');
});

describe.each(names)('%s', (name) => {
  it('is paid at its cashier page, the chair runs, and a part refund arrives', async () => {
    const paid = await runningOrder(name);
    expect((await paid.refund(400)).code).toBe(200);
    await until(async () => (await paid.order()).payment === 'partly_refunded');
    await paid.returned(400);
    expect(await paid.money()).toEqual(['paid 1500', 'refund 400', 'refunded 400']);
    expect(paid.book()).toEqual({ paid: 1500, refunded: 400, refunding: 0 });
  });

  it('notices that arrive twice, late, never, forged, as a probe or with an unknown key start the chair once', async () => {
    const faults = ['twice', 'late', 'never', 'forged', 'signTest', 'unknownSerial'] as const;
    const orders = await Promise.all(faults.map(async (fault) => ({ fault, ...(await pendingOrder(name)) })));
    for (const { fault, pay } of orders) {
      providers.faults.planNotice(name, fault);
      await pay();
    }
    await Promise.all(orders.map(({ running }) => running()));
    for (const { fault, money } of orders) expect(await money(), fault).toEqual(['paid 1500']);
  });

  it('a forged notice starts nothing', async () => {
    const pending = await pendingOrder(name);
    const claim = { url: `${server().url}${noticePath}/${name}`, amount: 1500 };
    const { taken } = await providers[name].forge(pending.number, claim);
    expect(taken).toBe(false);
    expect((await pending.order()).status).toBe('pending');
    expect(await pending.money()).toEqual([]);
  });

  it('a refund whose answer is lost, that gets 429, 500 or HTML, or lacks funds is made once', async () => {
    const faults = ['lostAnswer', 'failedAfter', 'limited', 'notEnough', 'html'] as const;
    const orders = await Promise.all(faults.map(async (fault) => ({ fault, ...(await runningOrder(name)) })));
    for (const { fault, refund } of orders) {
      providers.faults.plan(name, 'refund', fault);
      await refund(400);
    }
    for (const { fault, order, returned, money } of orders) {
      await returned(400);
      await until(async () => (await order()).payment === 'partly_refunded');
      expect(await money(), fault).toEqual(['paid 1500', 'refund 400', 'refunded 400']);
    }
  });

  it('partial refunds never exceed the payment', async () => {
    const paid = await runningOrder(name);
    for (const amount of [500, 999, 1]) expect((await paid.refund(amount)).code).toBe(200);
    expect((await paid.refund(1)).code).not.toBe(200);
    await paid.returned(1500);
    await until(async () => (await paid.order()).payment === 'refunded');
  });

  it('money that arrives after its order was replaced is refunded', async () => {
    const pending = await pendingOrder(name);
    if (name === 'alipay') await decideAt(pending.payUrl, 'login');
    await pending.place(); // an account has only one unpaid order
    await until(async () => (await pending.order()).status === 'cancelled');
    await providers[name].pay(pending.number, { anyway: true }).catch(() => {});
    await pending.returned(1500);
    expect(pending.chair.state).toBe('idle');
  });

  it('a payment made while it is being closed is refunded once', async () => {
    const pending = await pendingOrder(name);
    if (name === 'alipay') await decideAt(pending.payUrl, 'login');
    providers.faults.plan(name, 'close', 'held');
    await pending.cancel();
    await providers.faults.whenWaiting();
    await providers[name].pay(pending.number);
    providers.faults.release();
    await pending.returned(1500);
    await until(async () => (await pending.money()).includes('refunded 1500'));
    expect(await pending.money()).toEqual(['paid 1500', 'refund 1500', 'refunded 1500']);
    expect((await pending.order()).status).toBe('cancelled');
  });
});

// Alipay's page is an address that we sign: no call is made before the payer opens it.
describe.each(['wechat', 'stripe'] as const)('prepay of %s', (name) => {
  it('answered after the payment: the chair is started once, and the guest sees it', async () => {
    const { place, token, chair } = await guestAtChair(name);
    providers.faults.plan(name, 'prepay', 'paidBeforeAnswer');
    const { code, data } = await place();
    expect(code).toBe(200);
    const { orderId } = data;
    await until(async () => (await server().client.orders.get({ orderId }, { token })).data.status === 'running');
    expect(chair.state).toBe('running');
  });

  it('that gets 429, 500 or HTML, or is lost, is reported as a failed payment, and the next try works', async () => {
    const faults = ['limited', 'failed', 'html', 'lostRequest', 'lostAnswer', 'failedAfter'] as const;
    const guests = await Promise.all(faults.map(async (fault) => ({ fault, ...(await guestAtChair(name)) })));
    for (const { fault, place } of guests) {
      // WeChat's client repeats the same bytes once by itself.
      providers.faults.plan(name, 'prepay', fault, name === 'wechat' && fault !== 'limited' ? 2 : 1);
      expect((await place()).code, fault).toBe(20401);
      const { code, data } = await place();
      expect([code, data.status], fault).toEqual([200, 'pending']);
    }
  });
});

it('WeChat: when a way to pay is requested after the payment, nobody pays twice, and the chair starts once', async () => {
  const pending = await pendingOrder('wechat');
  providers.faults.planNotice('wechat', 'never');
  await pending.pay();
  await server().pool.query('UPDATE payment_attempts SET way_until = now() WHERE number = $1', [pending.number]);
  const { data } = await server().client.starting.pay({ orderId: pending.orderId }, pending);
  expect(data).toEqual({ orderId: pending.orderId, status: 'pending' });
  expect((await pending.order()).payment).not.toBe('waiting');
  await pending.running();
  expect(await pending.money()).toEqual(['paid 1500']);
});

it.each(['wechat', 'stripe'] as const)(
  '%s: a way to pay requested while the provider fails can be requested again',
  async (name) => {
    const pending = await pendingOrder(name);
    await server().pool.query('UPDATE payment_attempts SET way_until = now() WHERE number = $1', [pending.number]);
    const ask = () => server().client.starting.pay({ orderId: pending.orderId }, pending);
    providers.faults.plan(name, 'prepay', 'lostAnswer', name === 'wechat' ? 2 : 1);
    expect((await ask()).status).toBe(503);
    expect((await ask()).data).toMatchObject({ status: 'pending', pay: { kind: 'redirect' } });
  },
);

describe('a guest who pays with WeChat Pay instead, while Stripe has not answered yet', () => {
  const change = (pending: { orderId: string; token: string }) =>
    server().client.starting.pay({ orderId: pending.orderId, payType: 'wechat' }, pending);

  it('gets the page of WeChat Pay in answer to the first request, too', async () => {
    const pending = await pendingOrder('stripe');
    await server().pool.query('UPDATE payment_attempts SET way_until = now() WHERE number = $1', [pending.number]);
    providers.faults.plan('stripe', 'prepay', 'held');
    const first = server().client.starting.pay({ orderId: pending.orderId }, pending);
    await providers.faults.whenWaiting();
    const second = (await change(pending)).data;
    expect(second).toMatchObject({ status: 'pending', pay: { kind: 'redirect' } });
    providers.faults.release();
    expect((await first).data).toEqual(second);
  });

  it('keeps the order, although the first request was the one that placed it, and pays for it', async () => {
    const { place, token, chair } = await guestAtChair('stripe');
    const requestId = randomUUID();
    providers.faults.plan('stripe', 'prepay', 'held');
    const first = place(requestId);
    await providers.faults.whenWaiting();
    const { orderId } = (await place(requestId)).data; // repeated by an impatient phone
    const second = (await change({ orderId, token })).data;
    providers.faults.release();
    expect((await first).data).toEqual(second);
    await decideAt(second.payUrl ?? '', 'pay');
    await until(async () => chair.state === 'running');
  });
});

it('Alipay: a page that nobody opened cannot be closed, and money paid there later is refunded', async () => {
  const pending = await pendingOrder('alipay');
  await pending.cancel();
  await pending.pay();
  await pending.returned(1500);
  expect(pending.chair.state).toBe('idle');
});

it("the providers' payments equal our income plus refunds, to the last fen", async () => {
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
