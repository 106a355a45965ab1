import type Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { beijingText } from './core/clock.ts';
import type { CallFault, Operation, ProviderName } from './core/faults.ts';
import { publicPem } from './core/keys.ts';
import { type AlipayClient, alipayClient } from './testing/alipay-client.ts';
import { useProviders } from './testing/merchant.ts';
import { decideAt } from './testing/payer.ts';
import { stripeClient } from './testing/stripe-client.ts';
import { type Data, readWechatNotice, refusal, type WechatClient, wechatClient } from './testing/wechat-client.ts';

/** Each misbehaviour happens when it is asked for, and is over afterwards. */

const { providers, merchant } = useProviders();
let wechat: WechatClient;
let alipay: AlipayClient;
let stripe: Stripe;
beforeEach(() => {
  wechat = wechatClient(providers());
  alipay = alipayClient(providers());
  stripe = stripeClient(providers());
});

const number = 'r7k2_1_1';
const wechatPrepay = (http = wechat) =>
  http.post('v3/pay/transactions/jsapi', {
    appid: providers().keys.wechat.appId,
    mchid: providers().keys.wechat.mchId,
    description: '按摩',
    out_trade_no: number,
    notify_url: `${merchant().url}/wechat`,
    amount: { total: 1500, currency: 'CNY' },
    payer: { openid: providers().wechat.addUser('oUser') },
  });
const wechatQuery = (http = wechat) =>
  http.get(`v3/pay/transactions/out-trade-no/${number}`, { mchid: providers().keys.wechat.mchId });
const wechatClose = () =>
  wechat.post(`v3/pay/transactions/out-trade-no/${number}/close`, { mchid: providers().keys.wechat.mchId });
const wechatRefund = (more: object = {}) =>
  wechat.post(
    'v3/refund/domestic/refunds',
    {
      out_trade_no: number,
      out_refund_no: `${number}_r1`,
      notify_url: `${merchant().url}/wechat`,
      amount: { refund: 500, total: 1500, currency: 'CNY' },
    },
    more,
  );
const alipayLink = () =>
  alipay.payLink(
    {
      outTradeNo: number,
      totalAmount: '15.00',
      subject: '按摩',
      productCode: 'QUICK_WAP_WAY',
      quitUrl: 'https://shop.example/quit',
      timeExpire: beijingText(providers().clocks.now() + 600_000),
    },
    { notifyUrl: `${merchant().url}/alipay` },
  );
const alipayQuery = (client = alipay) => client.call('alipay.trade.query', { outTradeNo: number });
const alipayRefund = () =>
  alipay.call('alipay.trade.refund', { outTradeNo: number, refundAmount: '5.00', outRequestNo: `${number}_r1` });
const stripePrepay = (idempotencyKey: string) =>
  stripe.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [{ quantity: 1, price_data: { currency: 'myr', unit_amount: 1500, product_data: { name: 'x' } } }],
      client_reference_id: number,
      success_url: 'https://shop.example/back',
    },
    { idempotencyKey },
  );
const stripePaid = async () => {
  const { id } = await stripePrepay('prepay');
  await providers().stripe.pay(number);
  return String((await stripe.checkout.sessions.retrieve(id)).payment_intent);
};
const stripeRefund = (intent: string, idempotencyKey = 'refund') =>
  stripe.refunds.create({ payment_intent: intent, amount: 500, metadata: { key: 'r1' } }, { idempotencyKey });

const plan = (provider: ProviderName, operation: Operation, fault: CallFault, times?: number) =>
  providers().faults.plan(provider, operation, fault, times);
const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: { statusCode?: number; response?: { status: number } }) =>
      `failed ${error.statusCode ?? error.response?.status ?? ''}`.trim(),
  );
const genuine = (notice: Parameters<typeof readWechatNotice>[1]) => readWechatNotice(providers(), notice) !== undefined;

describe('calls', () => {
  it.each([
    ['limited', 'failed 429', 0],
    ['failed', 'failed 500', 0],
    ['html', 'failed 502', 0],
    ['lostRequest', 'failed', 0],
    ['failedAfter', 'failed 500', 1],
    ['htmlAfter', 'failed 502', 1],
    ['lostAnswer', 'failed', 1],
  ] as const)('WeChat, %s: the caller sees "%s"', async (fault, seen, accepted) => {
    plan('wechat', 'prepay', fault);
    expect(await outcome(wechatPrepay())).toBe(seen);
    expect(await outcome(wechatQuery())).toBe(accepted ? 'answered' : 'failed 404');
    expect(await outcome(wechatPrepay())).toBe('answered');
  });

  it('Alipay, limited, failed, html and a lost answer', async () => {
    await decideAt(alipayLink(), 'pay');
    plan('alipay', 'query', 'limited');
    expect(await alipay.callUnverified('alipay.trade.query', { outTradeNo: number })).toMatchObject({ code: '40005' });
    for (const fault of ['failed', 'html', 'lostAnswer'] as const) {
      // The package repeats a call once whose connection was closed.
      plan('alipay', 'query', fault, fault === 'lostAnswer' ? 2 : 1);
      expect(await outcome(alipayQuery())).toMatch('failed');
    }
    plan('alipay', 'refund', 'systemError');
    expect(await alipayRefund()).toMatchObject({ code: '20000', subCode: 'ACQ.SYSTEM_ERROR' });
    expect(await alipayRefund()).toMatchObject({ code: '10000', fundChange: 'N' });
  });

  it('Stripe, limited and a lost answer: the same key returns the first answer', async () => {
    plan('stripe', 'prepay', 'limited');
    expect(await outcome(stripePrepay('k'))).toBe('failed 429');
    plan('stripe', 'prepay', 'lostAnswer', 2); // the package repeats a call once whose connection was closed
    expect(await outcome(stripePrepay('k'))).toBe('failed');
    const { id } = await stripePrepay('k');
    expect((await stripe.checkout.sessions.list({ limit: 100 })).data.map((session) => session.id)).toEqual([id]);
  });

  it('Stripe, 500: the answer is repeated for the same key, whether or not the request was accepted', async () => {
    const intent = await stripePaid();
    plan('stripe', 'refund', 'failedAfter');
    expect(await outcome(stripeRefund(intent))).toBe('failed 500');
    expect(await outcome(stripeRefund(intent))).toBe('failed 500');
    expect((await stripe.refunds.list({ payment_intent: intent })).data).toMatchObject([{ metadata: { key: 'r1' } }]);
  });

  it('Stripe, pruned keys: the same refund would be made twice', async () => {
    const intent = await stripePaid();
    const first = await stripeRefund(intent);
    providers().stripe.pruneKeys();
    expect((await stripeRefund(intent)).id).not.toBe(first.id);
  });

  it('a call without an answer ends when the caller times out, and was accepted', async () => {
    await wechatPrepay();
    await providers().wechat.pay(number);
    plan('wechat', 'refund', 'hangs');
    const patience = new AbortController();
    const call = outcome(wechatRefund({ signal: patience.signal }));
    await expect.poll(() => providers().books()).toMatchObject([{ refunded: 500 }]);
    patience.abort();
    expect(await call).toBe('failed');
  });
});

describe('answers', () => {
  it('of WeChat with a stranger’s signature, without one, or naming an unknown key', async () => {
    await wechatPrepay();
    for (const fault of ['badSignature', 'unsigned', 'unknownSerial'] as const) {
      plan('wechat', 'query', fault);
      expect(await refusal(wechatQuery())).toMatch(/EV3_RES_/);
    }
    expect(await outcome(wechatQuery())).toBe('answered');
  });

  it('of WeChat with a clock that is six minutes off', async () => {
    await wechatPrepay();
    plan('wechat', 'query', 'held');
    const call = refusal(wechatQuery());
    await providers().faults.whenWaiting();
    providers().clocks.skew('wechat', 4 * 60_000);
    providers().faults.release();
    expect(await call).toBe('accepted');
    providers().clocks.skew('wechat', 6 * 60_000);
    await providers().wechat.pay(number);
    const [notice] = await merchant().has(1);
    expect(Number(notice?.headers['wechatpay-timestamp']) - Date.now() / 1000).toBeGreaterThan(300);
  });

  it('of Alipay with a stranger’s signature', async () => {
    await decideAt(alipayLink(), 'pay');
    plan('alipay', 'query', 'badSignature');
    await expect(alipayQuery()).rejects.toThrow();
    expect(await alipayQuery()).toMatchObject({ code: '10000' });
  });
});

describe('key rotation', () => {
  it('WeChat signs with a new certificate, which its list contains', async () => {
    await wechatPrepay();
    const { serial, certificate } = providers().wechat.rotateKey();
    expect(await refusal(wechatQuery())).toBe('EV3_RES_HEADER_PLATFORM_SERIAL');
    const { publicKeyId } = providers().keys.wechat;
    const informed = wechatClient(providers(), {
      certs: { [serial]: certificate, [publicKeyId]: publicPem(providers().keys.wechat.publicKeyKey) },
    });
    expect(await outcome(wechatQuery(informed))).toBe('answered');
    const { data } = await informed.get('v3/certificates');
    expect((data.data as Data[]).map((each) => each.serial_no)).toContain(serial);
  });

  it('WeChat signs notices with either kind of key, in turn', async () => {
    providers().wechat.signNoticesWith('mixed');
    providers().faults.planNotice('wechat', 'twice');
    await wechatPrepay();
    await providers().wechat.pay(number);
    const received = await merchant().has(2);
    expect(new Set(received.map(({ headers }) => headers['wechatpay-serial'])).size).toBe(2);
    expect(received.every(genuine)).toBe(true);
  });

  it('Alipay answers with a new key at once', async () => {
    await decideAt(alipayLink(), 'pay');
    const alipayPublicKey = providers().alipay.rotateKey();
    await expect(alipayQuery()).rejects.toThrow();
    expect(await alipayQuery(alipayClient(providers(), { alipayPublicKey }))).toMatchObject({ code: '10000' });
  });

  it('Stripe signs with both secrets until the old one is retired', async () => {
    const fresh = providers().stripe.rotateKey();
    const intent = await stripePaid();
    await merchant().has(1);
    const read = (secret: string, index = 0) => {
      const notice = merchant().received[index];
      const signature = String(notice?.headers['stripe-signature']);
      return () => stripe.webhooks.constructEvent(notice?.body ?? '', signature, secret);
    };
    expect(read(fresh)).not.toThrow();
    expect(read(providers().keys.stripe.webhookSecret)).not.toThrow();
    providers().stripe.retireOldKey();
    await stripeRefund(intent);
    await merchant().has(2);
    expect(read(providers().keys.stripe.webhookSecret, 1)).toThrow();
    expect(read(fresh, 1)).not.toThrow();
  });
});

describe('notices', () => {
  const pay = async () => {
    await wechatPrepay();
    await providers().wechat.pay(number);
  };

  it('come twice', async () => {
    providers().faults.planNotice('wechat', 'twice');
    await pay();
    const ids = (await merchant().has(2)).map((notice) => readWechatNotice(providers(), notice)?.id);
    expect(ids[1]).toBe(ids[0]);
  });

  it('come late', async () => {
    providers().faults.planNotice('wechat', 'late');
    await pay();
    expect((await merchant().has(1)).every(genuine)).toBe(true);
  });

  it('never come, until they are resent', async () => {
    providers().faults.planNotice('wechat', 'never');
    await pay();
    expect(merchant().received).toEqual([]);
    await providers().notices.resend();
    expect(merchant().received.map(genuine)).toEqual([true]);
  });

  it('come only when they are released', async () => {
    providers().faults.planNotice('wechat', 'held');
    await pay();
    await providers().faults.whenWaiting();
    expect(merchant().received).toEqual([]);
    providers().faults.release();
    await merchant().has(1);
  });

  it('are resent until the merchant acknowledges them', async () => {
    merchant().answer = { status: 500, body: '{"code":"FAIL"}' };
    await pay();
    await expect.poll(() => providers().notices.deliveries.map(({ taken }) => taken)).toEqual([false, false, false]);
  });

  it.each(['forged', 'signTest', 'unknownSerial'] as const)(
    'have a wrong signature (%s), and a retry is genuine',
    async (fault) => {
      merchant().answer = { status: 401, body: '' };
      providers().faults.planNotice('wechat', fault);
      await pay();
      expect((await merchant().has(2)).slice(0, 2).map(genuine)).toEqual([false, true]);
      const signature = String(merchant().received[0]?.headers['wechatpay-signature']);
      expect(signature.startsWith('WECHATPAY/SIGNTEST/')).toBe(fault === 'signTest');
    },
  );

  it('come before prepay answers', async () => {
    plan('wechat', 'prepay', 'paidBeforeAnswer');
    let answered = false;
    merchant().answer = { status: 204, body: '' };
    const prepay = wechatPrepay().then(() => {
      answered = true;
    });
    await merchant().has(1);
    expect(answered).toBe(false);
    await prepay;
    plan('stripe', 'prepay', 'paidBeforeAnswer');
    expect(await stripePrepay('k')).toMatchObject({ status: 'complete', payment_status: 'paid' });
  });

  it('claim a payment that nobody made', async () => {
    await wechatPrepay();
    await providers().wechat.forge(number);
    await providers().alipay.forge(number, { url: `${merchant().url}/alipay`, amount: 1500 });
    await stripePrepay('k');
    await providers().stripe.forge(number);
    const [first, second, third] = await merchant().has(3);
    expect(first && genuine(first)).toBe(false);
    expect(second && alipay.readNotice(second)).toBeUndefined();
    const signature = String(third?.headers['stripe-signature']);
    const read = () =>
      stripe.webhooks.constructEvent(third?.body ?? '', signature, providers().keys.stripe.webhookSecret);
    expect(read).toThrow();
    expect(providers().books()).toEqual([]);
  });
});

describe('payments', () => {
  it('arrive after close', async () => {
    await wechatPrepay();
    await wechatClose();
    await providers().wechat.pay(number, { anyway: true });
    expect((await wechatQuery()).data.trade_state).toBe('SUCCESS');
    const { id } = await stripePrepay('k');
    await stripe.checkout.sessions.expire(id);
    await providers().stripe.pay(number, { anyway: true });
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'complete', payment_status: 'paid' });
    await decideAt(alipayLink(), 'login');
    await alipay.call('alipay.trade.close', { outTradeNo: number });
    await providers().alipay.pay(number, { anyway: true });
    expect(await alipayQuery()).toMatchObject({ tradeStatus: 'TRADE_SUCCESS' });
  });

  it('race with close, and win', async () => {
    await wechatPrepay();
    plan('wechat', 'close', 'held');
    const close = refusal(wechatClose());
    await providers().faults.whenWaiting();
    await providers().wechat.pay(number);
    providers().faults.release();
    expect(await close).toBe('400 ORDERPAID');
  });

  it('race with close, and lose, before the merchant knows', async () => {
    await wechatPrepay();
    plan('wechat', 'close', 'answerHeld');
    const close = wechatClose();
    await providers().faults.whenWaiting();
    await expect(providers().wechat.pay(number)).rejects.toThrow();
    providers().faults.release();
    expect((await close).status).toBe(204);
  });
});

describe('refunds', () => {
  beforeEach(async () => {
    await wechatPrepay();
    await providers().wechat.pay(number);
    await merchant().has(1);
  });

  it('stay pending, then get stuck', async () => {
    providers().faults.planRefund('wechat', 'pending');
    expect((await wechatRefund()).data.status).toBe('PROCESSING');
    expect(providers().books()).toMatchObject([{ refunded: 0, refunding: 500 }]);
    await providers().wechat.settleRefund(`${number}_r1`, 'stuck');
    const [, notice] = await merchant().has(2);
    expect(notice && readWechatNotice(providers(), notice)).toMatchObject({
      event: 'REFUND.ABNORMAL',
      refund_status: 'ABNORMAL',
    });
    expect((await wechat.get(`v3/refund/domestic/refunds/${number}_r1`)).data.status).toBe('ABNORMAL');
  });

  it('are refused for good', async () => {
    providers().faults.planRefund('wechat', 'failed');
    await wechatRefund();
    const [, notice] = await merchant().has(2);
    expect(notice && readWechatNotice(providers(), notice)).toMatchObject({ event: 'REFUND.CLOSED' });
    expect(providers().books()).toMatchObject([{ refunded: 0, refunding: 0 }]);
  });

  it('fail for lack of funds, then succeed', async () => {
    plan('wechat', 'refund', 'notEnough');
    expect(await refusal(wechatRefund())).toBe('403 NOT_ENOUGH');
    expect(await outcome(wechatRefund())).toBe('answered');
    await decideAt(alipayLink(), 'pay');
    plan('alipay', 'refund', 'notEnough');
    expect(await alipayRefund()).toMatchObject({ subCode: 'ACQ.SELLER_BALANCE_NOT_ENOUGH' });
    expect(await alipayRefund()).toMatchObject({ fundChange: 'Y' });
    const intent = await stripePaid();
    plan('stripe', 'refund', 'notEnough');
    expect(await outcome(stripeRefund(intent))).toBe('failed 400');
    expect(await outcome(stripeRefund(intent))).toBe('answered');
  });

  it('are accepted, and their answer is lost: the same number is the same refund', async () => {
    plan('wechat', 'refund', 'lostAnswer');
    expect(await outcome(wechatRefund())).toBe('failed');
    expect(await outcome(wechatRefund())).toBe('answered');
    await expect.poll(() => providers().books()).toMatchObject([{ refunded: 500, refunding: 0 }]);
  });
});
