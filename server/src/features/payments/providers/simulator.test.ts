import { useProviders } from '@recline/provider-simulator/testing/merchant';
import { decideAt } from '@recline/provider-simulator/testing/payer';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeLog } from '../../../platform/log.ts';
import { chunksOf, collect } from '../../../testing/collect.ts';
import { prepayRequest, refundRequest } from '../../../testing/payment-requests.ts';
import { makeAlipay } from './alipay/alipay.ts';
import { type PaymentProvider, Retry, type Way } from './provider.ts';
import { makeStripe } from './stripe/stripe.ts';
import { makeWechat } from './wechat/wechat.ts';

/** Our clients over HTTP against simulated providers written from the documentation alone. */

const { providers, merchant } = useProviders();
const clock = () => new Date(); // signatures are checked against the real time, not the simulated one
const makers = { wechat: makeWechat, alipay: makeAlipay, stripe: makeStripe };
type Name = keyof typeof makers;
const log = makeLog('silent');

let keys: Record<string, string>;
beforeEach(() => {
  keys = providers().settings;
});
const client = (name: Name): PaymentProvider => makers[name]({ settings: keys, fetch, clock, log }).provider;

const currencyOf = (name: Name) => (name === 'stripe' ? 'RM' : 'CNY');
const noticeUrlOf = (name: Name) => `${merchant().url}/${name}`;
const request = (name: Name, key = 'ab12cd_1_1') =>
  prepayRequest(name, {
    key,
    currency: currencyOf(name),
    noticeUrl: noticeUrlOf(name),
    until: new Date(clock().getTime() + 10 * 60_000),
  });
const refundOf = (name: Name, ref: string, amount = 500) =>
  refundRequest(name, ref, {
    payment: { key: 'ab12cd_1_1', ref },
    key: 'ab12cd_r1',
    amount,
    currency: currencyOf(name),
    noticeUrl: noticeUrlOf(name),
    firstAskedAt: clock(),
  });

const urlOf = (way: Way): string => (way.kind === 'redirect' ? way.url : '');

/** Pays at the cashier's page and returns the payment as its notice reports it. */
async function pay(name: Name) {
  const provider = client(name);
  const { way, ref } = await provider.prepay(request(name));
  await decideAt(urlOf(way), 'pay');
  const [notice] = (await merchant().has(1)).slice(-1);
  const read = await provider.readNotice({
    receivedAt: clock(),
    headers: notice?.headers ?? {},
    body: Buffer.from(notice?.body ?? ''),
  });
  if (read.kind !== 'payment' || read.state.status !== 'paid') throw new Error(`not paid: ${JSON.stringify(read)}`);
  return { provider, paid: read.state, id: { key: 'ab12cd_1_1', ref } };
}

describe.each(['wechat', 'alipay', 'stripe'] as const)('%s', (name) => {
  it('is paid at its own page: notice and query agree', async () => {
    const { provider, paid, id } = await pay(name);
    expect(paid).toMatchObject({ key: 'ab12cd_1_1', amount: 1500, currency: name === 'stripe' ? 'RM' : 'CNY' });
    expect(await provider.query(id)).toMatchObject({ status: 'paid', ref: paid.ref, amount: 1500 });
    expect(await provider.close(id)).toMatchObject({ status: 'paid', ref: paid.ref });
  });

  it('closes an unpaid payment', async () => {
    const provider = client(name);
    const { ref, way } = await provider.prepay(request(name));
    if (name === 'alipay') await decideAt(urlOf(way), 'login');
    expect(await provider.query({ key: 'ab12cd_1_1', ref })).toMatchObject({ status: 'open' });
    expect(await provider.close({ key: 'ab12cd_1_1', ref })).toMatchObject({ status: 'dead' });
    expect(await provider.query({ key: 'ab12cd_1_1', ref })).toMatchObject({ status: 'dead' });
  });

  it('makes a partial refund once, however often it is requested', async () => {
    const { provider, paid } = await pay(name);
    const refund = refundOf(name, paid.ref);
    expect(await provider.queryRefund(refund)).toMatchObject({ status: 'none' });
    await provider.refund(refund);
    await provider.refund(refund);
    expect(await provider.queryRefund(refund)).toMatchObject({ status: 'done', amount: 500 });
    expect(providers().books()).toMatchObject([{ paid: 1500, refunded: 500 }]);
  });

  it.each(['limited', 'failed', 'html', 'lostRequest', 'lostAnswer', 'failedAfter', 'htmlAfter'] as const)(
    'refunds once though an answer was lost: %s',
    async (fault) => {
      const { provider, paid } = await pay(name);
      const refund = refundOf(name, paid.ref);
      providers().faults.plan(name, 'refund', fault, 2);
      await expect(provider.refund(refund)).rejects.toThrow(Retry);
      providers().faults.clear();
      providers().clocks.pass(25 * 3600_000); // by now Stripe has forgotten the key
      await provider.refund(refund);
      await provider.refund(refund);
      expect(providers().books()).toMatchObject([{ paid: 1500, refunded: 500 }]);
    },
  );

  it('waits until the balance covers a refund', async () => {
    const { provider, paid } = await pay(name);
    const refund = refundOf(name, paid.ref);
    providers().faults.plan(name, 'refund', 'notEnough');
    await expect(provider.refund(refund)).rejects.toThrow(Retry);
    await provider.refund(refund);
    expect(await provider.queryRefund(refund)).toMatchObject({ status: 'done' });
  });

  it('hands a refund that exceeds the payment to staff', async () => {
    const { provider, paid } = await pay(name);
    expect(await provider.refund(refundOf(name, paid.ref, 1501))).toMatchObject({ status: 'failed', staff: true });
  });

  it('has a bill that matches its books', async () => {
    const { provider, paid } = await pay(name);
    await provider.refund(refundOf(name, paid.ref));
    const day = new Date(clock().getTime() + provider.bills.offsetMinutes * 60_000).toISOString().slice(0, 10);
    const rows = await collect(provider.readBill(chunksOf(...(await collect(provider.bill(day))))));
    const inOrder = rows.filter(({ kind }) => kind !== 'totals').toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
    expect(inOrder).toMatchObject([
      { kind: 'paid', key: 'ab12cd_1_1', ref: paid.ref, amount: 1500 },
      { kind: 'refunded', key: 'ab12cd_r1', amount: 500, ...(name !== 'stripe' && { payment: 'ab12cd_1_1' }) },
    ]);
  });

  it('is checked without moving money, and shows no secret', async () => {
    const lines = await client(name).check();
    expect(lines.length).toBeGreaterThan(1);
    for (const secret of [keys.WECHAT_API_V3_KEY, keys.STRIPE_SECRET_KEY, keys.STRIPE_WEBHOOK_SECRET])
      expect(lines.join('\n')).not.toContain(secret);
    expect(providers().books()).toEqual([]);
  });
});

describe('wechat', () => {
  it('is paid through the bridge with the parameters that we sign', async () => {
    const openid = providers().wechat.addUser('oUser');
    const inside = {
      ...request('wechat'),
      payer: { ip: '203.0.113.5', browser: 'wechat' as const, walletUser: openid },
    };
    const { way } = await client('wechat').prepay(inside);
    const params = way.kind === 'wechat' ? way.params : {};
    const answer = await fetch(`${providers().url}/wechat/bridge`, { method: 'POST', body: JSON.stringify(params) });
    expect(await answer.json()).toEqual({ err_msg: 'get_brand_wcpay_request:ok' });
    expect(await client('wechat').query({ key: 'ab12cd_1_1' })).toMatchObject({ status: 'paid' });
  });

  it('reads notices while its keys change: public key and certificate in turn', async () => {
    providers().wechat.signNoticesWith('mixed');
    const provider = client('wechat');
    for (const key of ['ab12cd_1_1', 'ab12cd_2_1']) {
      await provider.prepay(request('wechat', key));
      await providers().wechat.pay(key);
    }
    const all = await merchant().has(2);
    expect(new Set(all.map(({ headers }) => headers['wechatpay-serial'])).size).toBe(2);
    for (const { headers, body } of all) {
      const read = await provider.readNotice({ receivedAt: clock(), headers, body: Buffer.from(body) });
      expect(read).toMatchObject({ kind: 'payment', state: { status: 'paid' } });
    }
  });

  it.each(['badSignature', 'unsigned', 'unknownSerial'] as const)('rejects an answer with %s', async (fault) => {
    const provider = client('wechat');
    await provider.prepay(request('wechat'));
    providers().faults.plan('wechat', 'query', fault);
    await expect(provider.query({ key: 'ab12cd_1_1' })).rejects.toThrow(Retry);
  });

  it('rejects an answer whose clock is six minutes off', async () => {
    const provider = client('wechat');
    await provider.prepay(request('wechat'));
    providers().clocks.skew('wechat', 6 * 60_000);
    await expect(provider.query({ key: 'ab12cd_1_1' })).rejects.toThrow();
  });

  it.each(['forged', 'signTest', 'unknownSerial'] as const)(
    'refuses a notice that is %s, and accepts the next',
    async (fault) => {
      merchant().answer = { status: 500, body: '' };
      const provider = client('wechat');
      await provider.prepay(request('wechat'));
      providers().faults.planNotice('wechat', fault);
      await providers().wechat.pay('ab12cd_1_1');
      const kinds = [];
      for (const { headers, body } of (await merchant().has(2)).slice(0, 2)) {
        kinds.push((await provider.readNotice({ receivedAt: clock(), headers, body: Buffer.from(body) })).kind);
      }
      expect(kinds).toEqual(['forged', 'payment']);
    },
  );

  it('hands an abnormal refund to staff', async () => {
    const { provider, paid } = await pay('wechat');
    providers().faults.planRefund('wechat', 'pending');
    const refund = refundOf('wechat', paid.ref);
    expect(await provider.refund(refund)).toMatchObject({ status: 'pending' });
    await providers().wechat.settleRefund('ab12cd_r1', 'stuck');
    expect(await provider.queryRefund(refund)).toMatchObject({ status: 'failed', staff: true });
  });
});

describe('alipay', () => {
  it('does not know a payment whose page nobody opened, which can be paid even after closing', async () => {
    const provider = client('alipay');
    const { way } = await provider.prepay(request('alipay'));
    expect(await provider.close({ key: 'ab12cd_1_1' })).toMatchObject({ status: 'none' });
    await decideAt(urlOf(way), 'pay');
    expect(await provider.query({ key: 'ab12cd_1_1' })).toMatchObject({ status: 'paid' });
  });

  it('refunds once even if its answer was "unknown"', async () => {
    const { provider, paid } = await pay('alipay');
    providers().faults.plan('alipay', 'refund', 'systemError');
    await expect(provider.refund(refundOf('alipay', paid.ref))).rejects.toThrow(Retry);
    expect(await provider.refund(refundOf('alipay', paid.ref))).toMatchObject({ status: 'done' });
    expect(providers().books()).toMatchObject([{ refunded: 500 }]);
  });
});

describe('stripe', () => {
  it('returns the same session for the same request even if the first answer was lost', async () => {
    const provider = client('stripe');
    const asked = request('stripe');
    providers().faults.plan('stripe', 'prepay', 'lostAnswer');
    await expect(provider.prepay(asked)).rejects.toThrow(Retry);
    const again = await provider.prepay(asked);
    expect((await provider.prepay(asked)).ref).toBe(again.ref);
  });

  it('refuses an attempt whose failure is repeated, so that another can replace it', async () => {
    const provider = client('stripe');
    const asked = request('stripe');
    providers().faults.plan('stripe', 'prepay', 'failed');
    await expect(provider.prepay(asked)).rejects.toThrow(Retry);
    await expect(provider.prepay(asked)).rejects.toMatchObject({ name: 'Refused' });
    await expect(provider.prepay({ ...asked, key: 'ab12cd_1_2' })).resolves.toMatchObject({
      way: { kind: 'redirect' },
    });
  });
});
