import type Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { useProviders } from '../testing/merchant.ts';
import { decideAt } from '../testing/payer.ts';
import { stripeClient } from '../testing/stripe-client.ts';

/** Stripe as its official package sees it. */

const { providers, merchant } = useProviders();
let stripe: Stripe;
beforeEach(() => {
  stripe = stripeClient(providers());
});

const number = 'r7k2_1_1';
const create = (change: Partial<Stripe.Checkout.SessionCreateParams> = {}, idempotencyKey?: string) =>
  stripe.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'myr', unit_amount: 1500, product_data: { name: 'Massage, 15 minutes' } },
        },
      ],
      client_reference_id: number,
      metadata: { key: number },
      payment_intent_data: { metadata: { key: number } },
      success_url: 'https://shop.example/back?session={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://shop.example/quit',
      expires_at: Math.floor(providers().clocks.now() / 1000) + 1801,
      locale: 'en',
      ...change,
    },
    idempotencyKey ? { idempotencyKey } : undefined,
  );
const paid = async () => {
  const session = await create();
  await decideAt(session.url ?? '', 'pay');
  await merchant().has(1);
  return stripe.checkout.sessions.retrieve(session.id);
};
const events = async (count: number) =>
  (await merchant().has(count)).map(({ headers, body }) =>
    stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), providers().keys.stripe.webhookSecret),
  );
const failure = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: Stripe.errors.StripeError) => `${error.statusCode} ${error.type} ${error.param ?? error.code ?? ''}`.trim(),
  );

describe('a session', () => {
  it('is created, paid at its page and announced', async () => {
    const session = await create();
    expect(session).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 1500,
      payment_intent: null,
    });
    const answer = await decideAt(session.url ?? '', 'pay');
    expect(answer.headers.get('location')).toBe(`https://shop.example/back?session=${session.id}`);
    const [event] = await events(1);
    expect(event).toMatchObject({
      type: 'checkout.session.completed',
      data: { object: { id: session.id, payment_status: 'paid' } },
    });
    const read = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent.latest_charge'] });
    expect(read).toMatchObject({ status: 'complete', url: null, client_reference_id: number });
    expect(read.payment_intent).toMatchObject({
      status: 'succeeded',
      metadata: { key: number },
      latest_charge: { amount: 1500 },
    });
    expect(providers().books()).toMatchObject([{ provider: 'stripe', number, currency: 'myr', paid: 1500 }]);
  });

  it('leads to the shop after giving up', async () => {
    const { url } = await create();
    expect((await decideAt(url ?? '', 'giveUp')).headers.get('location')).toBe('https://shop.example/quit');
  });

  it('is expired by a call once, and can no longer be paid', async () => {
    const { id, url } = await create();
    expect(await stripe.checkout.sessions.expire(id)).toMatchObject({ status: 'expired', url: null });
    expect(await failure(stripe.checkout.sessions.expire(id))).toMatch('400 StripeInvalidRequestError');
    await expect(decideAt(url ?? '', 'pay')).rejects.toThrow();
    expect((await events(1))[0]?.type).toBe('checkout.session.expired');
  });

  it('expires by itself, at the earliest after 30 minutes and at the latest after 24 hours', async () => {
    const now = Math.floor(providers().clocks.now() / 1000);
    expect(await failure(create({ expires_at: now + 600 }))).toBe('400 StripeInvalidRequestError expires_at');
    expect(await failure(create({ expires_at: now + 90_000 }))).toBe('400 StripeInvalidRequestError expires_at');
    const { id } = await create();
    providers().clocks.pass(31 * 60_000);
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('expired');
  });

  it('can be paid with a method that confirms later', async () => {
    const { id, url } = await create();
    await decideAt(url ?? '', 'payLater');
    expect((await events(1))[0]).toMatchObject({
      type: 'checkout.session.completed',
      data: { object: { payment_status: 'unpaid' } },
    });
    expect(providers().books()).toEqual([]);
    await providers().stripe.confirm(number, true);
    expect((await events(2))[1]).toMatchObject({
      type: 'checkout.session.async_payment_succeeded',
      data: { object: { id, payment_status: 'paid' } },
    });
  });

  it('is refused with a wrong key, an unknown currency or a fraction', async () => {
    expect(await failure(stripeClient(providers(), 'sk_test_other').checkout.sessions.list())).toMatch('401');
    const item = (currency: string, unit_amount: number) => ({
      line_items: [{ quantity: 1, price_data: { currency, unit_amount, product_data: { name: 'x' } } }],
    });
    expect(await failure(create(item('rm', 100)))).toMatch('currency');
    expect(await failure(create(item('myr', 1.5)))).toMatch('unit_amount');
    expect(await failure(stripe.checkout.sessions.retrieve('cs_test_none'))).toMatch('404');
  });

  it('is found by its metadata, a minute later', async () => {
    await paid();
    const search = () => stripe.paymentIntents.search({ query: `metadata['key']:'${number}'` });
    expect((await search()).data).toEqual([]);
    providers().clocks.pass(61_000);
    expect((await search()).data).toMatchObject([{ amount: 1500 }]);
  });
});

describe('a refund', () => {
  it('is pending first and announced when done', async () => {
    const { payment_intent: intent } = await paid();
    const refund = await stripe.refunds.create({
      payment_intent: String(intent),
      amount: 500,
      metadata: { key: 'r1' },
    });
    expect(refund).toMatchObject({ status: 'pending', amount: 500, metadata: { key: 'r1' } });
    const types = (await events(3)).map(({ type }) => type);
    expect(types.slice(1).toSorted()).toEqual(['refund.created', 'refund.updated']);
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('succeeded');
    expect((await stripe.refunds.list({ payment_intent: String(intent) })).data).toMatchObject([{ id: refund.id }]);
    expect(providers().books()).toMatchObject([{ paid: 1500, refunded: 500, refunding: 0 }]);
  });

  it('is refused beyond what is left', async () => {
    const { payment_intent: intent } = await paid();
    await stripe.refunds.create({ payment_intent: String(intent), amount: 1000 });
    expect(await failure(stripe.refunds.create({ payment_intent: String(intent), amount: 501 }))).toMatch('amount');
    await stripe.refunds.create({ payment_intent: String(intent) });
    expect(await failure(stripe.refunds.create({ payment_intent: String(intent) }))).toMatch('charge_already_refunded');
  });

  it('that fails says why, and returns the money to the merchant', async () => {
    const { payment_intent: intent } = await paid();
    providers().faults.planRefund('stripe', 'failed');
    const { id } = await stripe.refunds.create({ payment_intent: String(intent), amount: 500 });
    await expect.poll(async () => (await stripe.refunds.retrieve(id)).failure_reason).toBe('expired_or_canceled_card');
    const rows = await stripe.balanceTransactions.list({ limit: 100 });
    expect(rows.data.map(({ type, amount }) => [type, amount])).toEqual([
      ['refund_failure', 500],
      ['refund', -500],
      ['charge', 1500],
    ]);
  });
});

describe('idempotency', () => {
  it('repeats the first answer to a key, and refuses other parameters', async () => {
    const same = { expires_at: Math.floor(Date.now() / 1000) + 3600 }; // read twice, the clock may differ
    const first = await create(same, 'k1');
    expect((await create(same, 'k1')).id).toBe(first.id);
    expect(await failure(create({ ...same, locale: 'zh' }, 'k1'))).toMatch('400 StripeIdempotencyError');
  });

  it('forgets keys after a day: the same request makes a new object', async () => {
    const first = await create({ expires_at: undefined }, 'k1');
    providers().clocks.pass(24 * 3600_000 + 1000);
    expect((await create({ expires_at: undefined }, 'k1')).id).not.toBe(first.id);
  });
});
