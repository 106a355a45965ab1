import { Stripe } from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { chunksOf, collect } from '../../../../testing/collect.ts';
import { prepayRequest, refundRequest } from '../../../../testing/payment-requests.ts';
import { makeStripeAccount, type StripeAnswer } from '../../../../testing/stripe-account.ts';
import { Misconfigured, Refused, Retry } from '../provider.ts';
import { makeStripe } from './stripe.ts';

const now = new Date('2026-11-15T05:29:35Z');
let account: ReturnType<typeof makeStripeAccount>;
beforeEach(() => {
  account = makeStripeAccount();
});

const provider = () => makeStripe({ settings: account.settings, fetch: account.fetch }).provider;
const answering = (answer: StripeAnswer) => {
  account.answerWith(() => answer);
  return provider();
};
const error = (status: number, code: string, type = 'invalid_request_error') => ({
  status,
  body: { error: { type, code, message: code } },
});

const request = prepayRequest('stripe', { currency: 'RM', language: 'en_US', description: 'Massage, 15 minutes' });
const session = {
  id: 'cs_1',
  object: 'checkout.session',
  status: 'open',
  payment_status: 'unpaid',
  payment_intent: null as unknown,
  client_reference_id: 'ab12_1_1',
  metadata: { key: 'ab12_1_1' },
  amount_total: 1500,
  currency: 'myr',
  url: 'https://checkout.stripe.com/c/pay/cs_1',
};
const complete = { ...session, status: 'complete', payment_status: 'paid', payment_intent: 'pi_1' };
const paid = { status: 'paid', key: 'ab12_1_1', ref: 'pi_1', session: 'cs_1', amount: 1500, currency: 'RM' };
const id = { key: 'ab12_1_1', ref: 'cs_1' };

describe('a payment', () => {
  it('is a session in minor units of a currency that Stripe knows, which outlives the order', async () => {
    const prepaid = await answering({ body: session }).prepay(request);
    expect(prepaid).toMatchObject({ ref: 'cs_1', way: { kind: 'redirect', url: session.url } });
    expect(prepaid.until.getTime() - request.until.getTime()).toBeGreaterThanOrEqual(30 * 60_000);
    expect(account.calls[0]?.form).toMatchObject({
      'line_items[0][price_data][currency]': 'myr',
      'line_items[0][price_data][unit_amount]': '1500',
      'metadata[key]': 'ab12_1_1',
      'payment_intent_data[metadata][key]': 'ab12_1_1',
      expires_at: String(prepaid.until.getTime() / 1000),
    });
  });

  it('that was paid before has no address, and is reported as paid', async () => {
    const again = answering({ body: { ...complete, url: null } }).prepay(request);
    await expect(again).rejects.toMatchObject({ name: 'AlreadyPaid', ref: 'cs_1' });
  });

  it.each([
    ['CNY', 'cny'],
    ['RM', 'myr'],
    ['PHP', 'php'],
  ] as const)('in %s is in %s there', async (currency, name) => {
    await answering({ body: session }).prepay({ ...request, currency });
    expect(account.calls[0]?.form['line_items[0][price_data][currency]']).toBe(name);
  });

  it.each([
    ['zh_CN', 'zh'],
    ['en_US', 'en'],
    ['id_ID', 'id'],
  ] as const)('in %s has a page in %s', async (language, locale) => {
    await answering({ body: session }).prepay({ ...request, language });
    expect(account.calls[0]?.form.locale).toBe(locale);
  });

  it('that is requested again sends the same request under the same key', async () => {
    const stripe = answering({ body: session });
    await stripe.prepay(request);
    await stripe.prepay(request);
    expect(account.calls[1]).toEqual(account.calls[0]);
    expect(account.calls[0]?.idempotencyKey).toBe('pay_ab12_1_1');
  });

  it('whose failure Stripe repeats is refused, so that another attempt can replace it', async () => {
    const failure = { ...error(500, 'api_error', 'api_error'), headers: { 'idempotent-replayed': 'true' } };
    await expect(answering(failure).prepay(request)).rejects.toThrow(Refused);
    await expect(answering(error(500, 'api_error', 'api_error')).prepay(request)).rejects.toThrow(Retry);
  });

  it.each([
    ['open', session, { status: 'open', key: 'ab12_1_1', ref: 'cs_1' }],
    ['expired', { ...session, status: 'expired' }, { status: 'dead', key: 'ab12_1_1', ref: 'cs_1' }],
    ['paid', complete, paid],
    [
      'still with the bank',
      { ...complete, payment_status: 'unpaid', payment_intent: { id: 'pi_1', status: 'processing' } },
      { status: 'open', key: 'ab12_1_1', ref: 'cs_1' },
    ],
    [
      'refused by the bank afterwards',
      { ...complete, payment_status: 'unpaid', payment_intent: { id: 'pi_1', status: 'requires_payment_method' } },
      { status: 'dead', key: 'ab12_1_1', ref: 'cs_1' },
    ],
  ])('whose session is %s is read', async (_, body, state) => {
    expect(await answering({ body }).query(id)).toEqual({ ...state, session: 'cs_1' });
  });

  it('without an id of Stripe is `none`, without a query', async () => {
    expect(await provider().query({ key: 'ab12_1_1' })).toEqual({ status: 'none', key: 'ab12_1_1' });
    expect(account.calls).toEqual([]);
  });

  it('is closed by a call; one paid meanwhile is paid', async () => {
    const stripe = answering({ body: { ...session, status: 'expired' } });
    expect(await stripe.close(id)).toMatchObject({ status: 'dead' });
    expect(account.calls[0]?.path).toBe('/v1/checkout/sessions/cs_1/expire');
    account.answerWith(({ method }) => (method === 'POST' ? error(400, 'not_open') : { body: complete }));
    expect(await stripe.close(id)).toEqual(paid);
  });
});

describe('an answer', () => {
  it.each<[string, StripeAnswer]>([
    ['does not come', new TypeError('fetch failed')],
    ['asks for patience', error(429, 'rate_limit')],
    ['is an error of theirs', error(500, 'api_error', 'api_error')],
    ['tells of the same request under way', error(409, 'idempotency_key_in_use', 'idempotency_error')],
  ])('that %s leaves the outcome unknown', async (_, answer) => {
    await expect(answering(answer).query(id)).rejects.toThrow(Retry);
  });

  it('that is a page leaves the outcome unknown, whatever its status', async () => {
    for (const status of [200, 403, 502]) {
      const fetch: typeof globalThis.fetch = async () => new Response('<html></html>', { status });
      const stripe = makeStripe({ settings: account.settings, fetch }).provider;
      await expect(stripe.query(id)).rejects.toThrow(Retry);
    }
  });

  it('about our key means wrong settings', async () => {
    await expect(answering(error(401, 'api_key_expired')).query(id)).rejects.toThrow(Misconfigured);
  });

  it('of another error is a refusal', async () => {
    await expect(answering(error(404, 'resource_missing')).query(id)).rejects.toMatchObject({
      code: 'resource_missing',
    });
  });
});

describe('a notice', () => {
  const notice = (type: string, object: object, secret = 'whsec_1') => {
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });
    const timestamp = Math.floor(now.getTime() / 1000);
    const header = new Stripe('sk_test_1').webhooks.generateTestHeaderString({ payload, secret, timestamp });
    return { receivedAt: now, headers: { 'stripe-signature': header }, body: Buffer.from(payload) };
  };

  it.each([
    ['checkout.session.completed', complete, paid],
    ['checkout.session.completed', { ...complete, payment_status: 'unpaid' }, { status: 'open', key: 'ab12_1_1' }],
    ['checkout.session.async_payment_succeeded', complete, paid],
    ['checkout.session.async_payment_failed', { ...complete, payment_status: 'unpaid' }, { status: 'dead' }],
    ['checkout.session.expired', { ...session, status: 'expired' }, { status: 'dead' }],
  ])('%s is read', async (type, object, state) => {
    expect(await provider().readNotice(notice(type, object))).toMatchObject({ kind: 'payment', state });
  });

  it.each([
    ['succeeded', { status: 'done' }],
    ['pending', { status: 'pending' }],
    ['requires_action', { status: 'pending' }],
    ['failed', { status: 'failed', staff: true }],
    ['canceled', { status: 'failed', staff: true }],
  ])('of a refund that is %s is read', async (status, state) => {
    const refund = { id: 're_1', object: 'refund', status, amount: 500, metadata: { key: 'ab12_r1' } };
    const read = await provider().readNotice(notice('refund.updated', refund));
    expect(read).toMatchObject({ kind: 'refund', state: { ...state, key: 'ab12_r1', ref: 're_1', amount: 500 } });
  });

  it('of a payment link is not ours, though its buyer wrote our number into it', async () => {
    const link = { ...complete, metadata: {} };
    expect(await provider().readNotice(notice('checkout.session.completed', link))).toMatchObject({
      kind: 'payment',
      state: { ...paid, session: 'cs_1', claimed: true },
    });
    const expired = { ...session, metadata: {}, status: 'expired' };
    expect(await provider().readNotice(notice('checkout.session.expired', expired))).toMatchObject({ kind: 'ignored' });
  });

  it.each([
    ['in a currency that we do not take', { ...complete, currency: 'eur' }],
    ['that costs nothing', { ...complete, payment_intent: null, amount_total: 0 }],
    ['without an amount', { ...complete, amount_total: null }],
  ])('of a genuine sale %s is ignored', async (_case, sale) => {
    for (const metadata of [{ key: 'ab12_1_1' }, {}])
      expect(await provider().readNotice(notice('checkout.session.completed', { ...sale, metadata }))).toMatchObject({
        kind: 'ignored',
      });
  });

  it('about something else of the account is ignored', async () => {
    const other = { ...complete, metadata: {}, client_reference_id: null };
    expect(await provider().readNotice(notice('checkout.session.completed', other))).toMatchObject({ kind: 'ignored' });
    expect(await provider().readNotice(notice('payment_intent.payment_failed', {}))).toMatchObject({ kind: 'ignored' });
    const refund = { id: 're_1', object: 'refund', status: 'succeeded', amount: 1, metadata: {} };
    expect(await provider().readNotice(notice('refund.created', refund))).toMatchObject({ kind: 'ignored' });
  });

  it('that is forged or old is refused', async () => {
    const good = notice('checkout.session.completed', complete);
    const forged = [
      notice('checkout.session.completed', complete, 'whsec_2'),
      { ...good, body: Buffer.from(good.body.toString().replace('1500', '1')) },
      { ...good, headers: {} },
      { ...good, headers: { 'stripe-signature': 'garbage' } },
      { ...good, receivedAt: new Date(now.getTime() + 301_000) },
    ];
    for (const each of forged) expect(await provider().readNotice(each)).toMatchObject({ kind: 'forged' });
  });

  it('is read while the secret changes, under either signature', async () => {
    const good = notice('checkout.session.completed', complete);
    const old = notice('checkout.session.completed', complete, 'whsec_2').headers['stripe-signature'].split('v1=')[1];
    const headers = { 'stripe-signature': good.headers['stripe-signature'].replace('v1=', `v1=${old},v1=`) };
    expect(await provider().readNotice({ ...good, headers })).toMatchObject({ kind: 'payment' });
  });
});

describe('a refund', () => {
  const refund = refundRequest('stripe', 'pi_1', { currency: 'RM' });
  const list = (...data: object[]) => ({ body: { object: 'list', data, has_more: false } });
  const made = { id: 're_1', object: 'refund', status: 'pending', amount: 500, metadata: { key: 'ab12_r1' } };
  const posts = () => account.calls.filter(({ method }) => method === 'POST');

  it('is searched by our number before it is made, under its own key', async () => {
    account.answerWith(({ method }) => (method === 'GET' ? list() : { body: made }));
    expect(await provider().refund(refund)).toEqual({ status: 'pending', key: 'ab12_r1', ref: 're_1', amount: 500 });
    expect(account.calls.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(posts()[0]).toMatchObject({
      idempotencyKey: 'refund_ab12_r1',
      form: { payment_intent: 'pi_1', amount: '500', 'metadata[key]': 'ab12_r1' },
    });
  });

  it('that Stripe has made before is not made again, even if its key was forgotten', async () => {
    account.answerWith(({ method }) =>
      method === 'GET' ? list({ ...made, id: 're_0', metadata: {} }, made) : new Error('a second refund'),
    );
    expect(await provider().refund(refund)).toMatchObject({ status: 'pending', ref: 're_1' });
    expect(posts()).toEqual([]);
  });

  it('without sufficient balance is retried; one that is refused needs staff', async () => {
    account.answerWith(({ method }) => (method === 'GET' ? list() : error(400, 'insufficient_funds')));
    await expect(provider().refund(refund)).rejects.toThrow(Retry);
    account.answerWith(({ method }) => (method === 'GET' ? list() : error(400, 'charge_already_refunded')));
    expect(await provider().refund(refund)).toMatchObject({ status: 'failed', staff: true });
  });

  it('is found by our number or by its id', async () => {
    account.answerWith(({ path }) =>
      path === '/v1/refunds' ? list(made) : { body: { ...made, status: 'succeeded' } },
    );
    expect(await provider().queryRefund(refund)).toMatchObject({ status: 'pending' });
    expect(await provider().queryRefund({ ...refund, ref: 're_1' })).toMatchObject({ status: 'done' });
    account.answerWith(() => list());
    expect(await provider().queryRefund(refund)).toEqual({ status: 'none', key: 'ab12_r1' });
  });
});

describe('a bill', () => {
  const transaction = (type: string, source: object, fee = 0) => ({
    id: `txn_${type}`,
    type,
    source: { currency: 'myr', payment_intent: 'pi_1', ...source },
    currency: 'myr',
    fee,
    created: 1_794_623_400,
  });

  it('is the list of movements of the day, page by page', async () => {
    const charge = transaction('charge', { id: 'ch_1', amount: 1500, metadata: { key: 'ab12_1_1' } }, 75);
    const refund = transaction('refund', { id: 're_1', amount: 500, metadata: { key: 'ab12_r1' } });
    const failed = transaction('refund_failure', { id: 're_1', amount: 500, metadata: { key: 'ab12_r1' } });
    const payout = transaction('payout', { id: 'po_1', amount: 900 });
    account.answerWith(({ form }) => ({
      body: form.starting_after
        ? { object: 'list', data: [failed, payout], has_more: false }
        : { object: 'list', data: [charge, refund], has_more: true },
    }));
    const kept = await collect(provider().bill('2026-11-14'));
    const rows = await collect(provider().readBill(chunksOf(...kept)));
    const same = { currency: 'RM', at: new Date(1_794_623_400_000) };
    expect(rows).toEqual([
      { ...same, kind: 'paid', key: 'ab12_1_1', ref: 'pi_1', amount: 1500, fee: 75 },
      { ...same, kind: 'refunded', key: 'ab12_r1', ref: 're_1', paymentRef: 'pi_1', amount: 500, fee: 0 },
      { ...same, kind: 'refunded', key: 'ab12_r1', ref: 're_1', paymentRef: 'pi_1', amount: -500, fee: 0 },
    ]);
    expect(Buffer.concat(kept).toString().trim().split('\n')).toHaveLength(4);
    const { 'created[gte]': from, 'created[lt]': to } = account.calls[0]?.form ?? {};
    expect([from, to]).toEqual([
      String(Date.parse('2026-11-14T00:00:00Z') / 1000),
      String(Date.parse('2026-11-15T00:00:00Z') / 1000),
    ]);
  });
});

describe('the settings', () => {
  it('are checked when the server starts, and each wrong one is named', () => {
    account.settings = { STRIPE_SECRET_KEY: 'pk_live_1', STRIPE_API_URL: 'https://api.stripe.com/v1' };
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_URL'])
      expect(() => provider()).toThrow(name);
  });

  it('may point at another address', async () => {
    let asked = '';
    const settings = { ...account.settings, STRIPE_API_URL: 'http://127.0.0.1:12111' };
    const fetch: typeof globalThis.fetch = async (url) => {
      asked = String(url);
      return Response.json({ object: 'list', data: [], has_more: false });
    };
    await makeStripe({ settings, fetch }).provider.check();
    expect(asked).toContain('http://127.0.0.1:12111/v1/checkout/sessions');
  });
});
