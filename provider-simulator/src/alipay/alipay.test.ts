import { beforeEach, describe, expect, it } from 'vitest';
import { beijingText } from '../core/clock.ts';
import { type AlipayClient, alipayClient } from '../testing/alipay-client.ts';
import { useProviders } from '../testing/merchant.ts';
import { decideAt } from '../testing/payer.ts';

/** Alipay as its official package sees it, with answers verified. */

const { providers, merchant } = useProviders();
let client: AlipayClient;
beforeEach(() => {
  client = alipayClient(providers());
});

const number = 'r7k2_1_1';
const link = (change: Record<string, unknown> = {}) =>
  client.payLink(
    {
      outTradeNo: number,
      totalAmount: '15.00',
      subject: '按摩 15分钟',
      productCode: 'QUICK_WAP_WAY',
      quitUrl: 'https://shop.example/quit',
      timeExpire: beijingText(providers().clocks.now() + 600_000),
      ...change,
    },
    { notifyUrl: `${merchant().url}/alipay`, returnUrl: 'https://shop.example/back' },
  );
const query = () => client.call('alipay.trade.query', { outTradeNo: number });
const close = () => client.call('alipay.trade.close', { outTradeNo: number });
const refund = (requestNo: string | undefined, amount: string) =>
  client.call('alipay.trade.refund', { outTradeNo: number, refundAmount: amount, outRequestNo: requestNo });
const refundQuery = (requestNo: string) =>
  client.call('alipay.trade.fastpay.refund.query', { outTradeNo: number, outRequestNo: requestNo });
const notices = async (count: number) => (await merchant().has(count)).map((notice) => client.readNotice(notice));

describe('a payment', () => {
  it('exists only once the payer has logged in; until then nothing is found and close changes nothing', async () => {
    const url = link();
    expect(await query()).toMatchObject({ code: '40004', subCode: 'ACQ.TRADE_NOT_EXIST' });
    expect(await close()).toMatchObject({ subCode: 'ACQ.TRADE_NOT_EXIST' });
    await decideAt(url, 'login');
    expect(await query()).toMatchObject({ code: '10000', tradeStatus: 'WAIT_BUYER_PAY' });
    await decideAt(url, 'pay');
    expect(await query()).toMatchObject({ tradeStatus: 'TRADE_SUCCESS', totalAmount: '15.00' });
  });

  it('is announced with a valid signature, and sends the payer back', async () => {
    const answer = await decideAt(link(), 'pay');
    expect(answer.headers.get('location')).toMatch(/^https:\/\/shop\.example\/back\?.*out_trade_no=r7k2_1_1.*sign=/);
    const [notice] = await notices(1);
    expect(notice).toMatchObject({ trade_status: 'TRADE_SUCCESS', out_trade_no: number, total_amount: '15.00' });
    expect(notice).toMatchObject({
      app_id: providers().keys.alipay.appId,
      seller_id: providers().keys.alipay.sellerId,
    });
    expect(providers().books()).toMatchObject([{ provider: 'alipay', number, paid: 1500 }]);
  });

  it('is sent again, with the same id, until the answer is exactly "success"', async () => {
    merchant().answer.body = 'success\n';
    await decideAt(link(), 'pay');
    const [first, second] = await notices(2);
    expect(second?.notify_id).toBe(first?.notify_id);
  });

  it('leads to the shop after giving up', async () => {
    expect((await decideAt(link(), 'giveUp')).headers.get('location')).toBe('https://shop.example/quit');
  });

  it('is closed by a call, or by time; a paid one is not', async () => {
    await decideAt(link(), 'login');
    expect(await close()).toMatchObject({ code: '10000', outTradeNo: number });
    expect(await query()).toMatchObject({ tradeStatus: 'TRADE_CLOSED' });
    await expect(decideAt(link(), 'pay').then((page) => page.text())).resolves.toContain('ACQ.TRADE_HAS_CLOSE');
    await decideAt(link({ outTradeNo: 'r7k2_2_1' }), 'login');
    providers().clocks.pass(601_000);
    expect(await client.call('alipay.trade.query', { outTradeNo: 'r7k2_2_1' })).toMatchObject({
      tradeStatus: 'TRADE_CLOSED',
    });
  });

  it('that is paid is not closed', async () => {
    await decideAt(link(), 'pay');
    expect(await close()).toMatchObject({ subCode: 'ACQ.TRADE_STATUS_ERROR' });
  });

  it('cannot be paid through a link that has expired', async () => {
    const url = link();
    providers().clocks.pass(601_000);
    expect(await (await fetch(url)).text()).toContain('链接已过期');
  });

  it.each([
    ['a number with a hyphen', { outTradeNo: 'r7k2-1-1' }],
    ['an amount with three decimals', { totalAmount: '15.001' }],
    ['no amount', { totalAmount: '0.00' }],
    ['a subject with a slash', { subject: 'a/b' }],
    ['another product', { productCode: 'FAST_INSTANT_TRADE_PAY' }],
    ['an expiry in another form', { timeExpire: '2099-01-01T00:00:00' }],
  ])('is refused with %s', async (_, change) => {
    expect((await fetch(link(change))).status).toBe(400);
  });
});

describe('a refund', () => {
  beforeEach(async () => {
    await decideAt(link(), 'pay');
    await notices(1);
  });

  it('moves money once for its number; a repeat says that nothing changed', async () => {
    expect(await refund('r1', '5.00')).toMatchObject({ code: '10000', fundChange: 'Y', refundFee: '5.00' });
    expect(await refund('r1', '5.00')).toMatchObject({ fundChange: 'N', refundFee: '5.00' });
    expect(await refundQuery('r1')).toMatchObject({ refundStatus: 'REFUND_SUCCESS', refundAmount: '5.00' });
    const [, notice] = await notices(2);
    expect(notice).toMatchObject({ trade_status: 'TRADE_SUCCESS', refund_fee: '5.00', out_biz_no: 'r1' });
    expect(providers().books()).toMatchObject([{ paid: 1500, refunded: 500 }]);
  });

  it('of everything closes the trade, which still shows when it was paid', async () => {
    await refund('r1', '15.00');
    expect(await query()).toMatchObject({ tradeStatus: 'TRADE_CLOSED', sendPayDate: expect.any(String) });
  });

  it('is refused without a number for a part, beyond what is left, or with another amount', async () => {
    expect(await refund(undefined, '5.00')).toMatchObject({ subCode: 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL' });
    await refund('r1', '10.00');
    expect(await refund('r1', '9.00')).toMatchObject({ subCode: 'ACQ.DISCORDANT_REPEAT_REQUEST' });
    expect(await refund('r2', '5.01')).toMatchObject({ subCode: 'ACQ.REASON_TRADE_REFUND_FEE_ERR' });
  });

  it('has no status while it is pending', async () => {
    providers().faults.planRefund('alipay', 'pending');
    expect(await refund('r1', '5.00')).toMatchObject({ code: '10000', fundChange: 'N' });
    expect(await refundQuery('r1')).not.toHaveProperty('refundStatus');
    await providers().alipay.settleRefund('r1', 'done');
    expect(await refundQuery('r1')).toMatchObject({ refundStatus: 'REFUND_SUCCESS' });
  });

  it('is impossible after three months', async () => {
    providers().clocks.pass(91 * 86_400_000);
    expect(await refund('r1', '5.00')).toMatchObject({ subCode: 'ACQ.TRADE_HAS_FINISHED' });
    expect(await query()).toMatchObject({ tradeStatus: 'TRADE_FINISHED' });
  });
});

describe('a wrong request', () => {
  it('is refused when another key signed it', async () => {
    client = alipayClient(providers(), { privateKey: providers().keys.alipay.platformKey });
    expect(await query()).toMatchObject({ code: '40002', subCode: 'isv.invalid-signature' });
  });

  it('is refused when the method does not exist', async () => {
    expect(await client.call('alipay.trade.nothing', {})).toMatchObject({ subCode: 'isv.invalid-method' });
  });
});

it('the authorisation gives a code that is good once', async () => {
  const { appId } = providers().keys.alipay;
  const back = encodeURIComponent('https://shop.example/wallet');
  const url = `${providers().url}/oauth2/publicAppAuthorize.htm?app_id=${appId}&scope=auth_base&redirect_uri=${back}&state=s1`;
  const location = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '');
  expect(location.searchParams.get('state')).toBe('s1');
  const token = () =>
    client.call(
      'alipay.system.oauth.token',
      {},
      { grantType: 'authorization_code', code: location.searchParams.get('auth_code') },
    );
  expect(await token()).toMatchObject({ userId: expect.stringMatching(/^2088/), openId: expect.any(String) });
  expect(await token()).toMatchObject({ subCode: 'isv.code-invalid' });
});
