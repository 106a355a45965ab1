import { X509Certificate } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { Aes, Formatter, Rsa } from 'wechatpay-axios-plugin';
import { useProviders } from '../testing/merchant.ts';
import { decideAt } from '../testing/payer.ts';
import { type Data, readWechatNotice, refusal, type WechatClient, wechatClient } from '../testing/wechat-client.ts';

/** WeChat Pay as the package `wechatpay-axios-plugin` sees it. */

const { providers, merchant } = useProviders();
let client: WechatClient;
let jsapi: Data;
let h5: Data;
beforeEach(() => {
  const { keys, wechat } = providers();
  client = wechatClient(providers());
  const common = {
    appid: keys.wechat.appId,
    mchid: keys.wechat.mchId,
    description: '按摩 15分钟',
    notify_url: `${merchant().url}/wechat`,
    amount: { total: 1500, currency: 'CNY' },
  };
  jsapi = { ...common, out_trade_no: 'r7k2_1_1', payer: { openid: wechat.addUser('oUser') } };
  h5 = { ...common, out_trade_no: 'r7k2_2_1', scene_info: { payer_client_ip: '127.0.0.1', h5_info: { type: 'Wap' } } };
});

const prepay = (change: Data = {}) => client.post('v3/pay/transactions/jsapi', { ...jsapi, ...change });
const prepayH5 = (change: Data = {}) => client.post('v3/pay/transactions/h5', { ...h5, ...change });
const query = (number = 'r7k2_1_1') =>
  client.get(`v3/pay/transactions/out-trade-no/${number}`, { mchid: providers().keys.wechat.mchId });
const close = (number = 'r7k2_1_1') =>
  client.post(`v3/pay/transactions/out-trade-no/${number}/close`, { mchid: providers().keys.wechat.mchId });
const refund = (number: string, amount: number, change: Data = {}) =>
  client.post('v3/refund/domestic/refunds', {
    out_trade_no: 'r7k2_1_1',
    out_refund_no: number,
    notify_url: `${merchant().url}/wechat`,
    amount: { refund: amount, total: 1500, currency: 'CNY' },
    ...change,
  });
const paid = async () => {
  await prepay();
  await providers().wechat.pay('r7k2_1_1');
};

describe('a payment inside WeChat', () => {
  it('is prepaid, paid through the bridge, announced and found by either number', async () => {
    const { data } = await prepay();
    expect(await pay(String(data.prepay_id))).toBe('get_brand_wcpay_request:ok');
    const [notice] = await merchant().has(1);
    const announced = notice && readWechatNotice(providers(), notice);
    expect(announced).toMatchObject({ event: 'TRANSACTION.SUCCESS', out_trade_no: 'r7k2_1_1', trade_state: 'SUCCESS' });
    expect(announced).toMatchObject({ amount: { total: 1500 }, payer: { openid: 'oUser' }, trade_type: 'JSAPI' });
    expect((await query()).data).toMatchObject({ trade_state: 'SUCCESS', transaction_id: announced?.transaction_id });
    const byTheirs = await client.get(`v3/pay/transactions/id/${String(announced?.transaction_id)}`, {
      mchid: providers().keys.wechat.mchId,
    });
    expect(byTheirs.data.out_trade_no).toBe('r7k2_1_1');
    expect(providers().books()).toMatchObject([{ provider: 'wechat', number: 'r7k2_1_1', paid: 1500, refunded: 0 }]);
  });

  it('is refused by the bridge where the page signed something else', async () => {
    const { data } = await prepay();
    expect(await pay(String(data.prepay_id), 'another')).toBe('get_brand_wcpay_request:fail');
    expect((await query()).data.trade_state).toBe('NOTPAY');
  });

  async function pay(prepayId: string, signedNonce = 'nonce'): Promise<string> {
    const { appId, merchantKey } = providers().keys.wechat;
    const params = { appId, timeStamp: '1', nonceStr: 'nonce', package: `prepay_id=${prepayId}`, signType: 'RSA' };
    const paySign = Rsa.sign(Formatter.joinedByLineFeed(appId, '1', signedNonce, params.package), merchantKey);
    const answer = await fetch(`${providers().url}/wechat/bridge`, {
      method: 'POST',
      body: JSON.stringify({ ...params, paySign }),
    });
    return ((await answer.json()) as { err_msg: string }).err_msg;
  }

  it('is closed with an empty signed answer, and can no longer be paid', async () => {
    await prepay();
    expect(await close()).toMatchObject({ status: 204 });
    expect((await query()).data.trade_state).toBe('CLOSED');
    await expect(providers().wechat.pay('r7k2_1_1')).rejects.toThrow();
    expect(await refusal(close())).toBe('400 ORDER_CLOSED');
    expect(await refusal(prepay())).toBe('400 ORDER_CLOSED');
  });

  it('gives a repeated request a new link, and another request with its number none', async () => {
    const first = await prepay();
    expect((await prepay()).data.prepay_id).not.toBe(first.data.prepay_id);
    expect(await refusal(prepay({ amount: { total: 1600, currency: 'CNY' } }))).toBe('403 OUT_TRADE_NO_USED');
    await providers().wechat.pay('r7k2_1_1');
    expect(await refusal(prepay())).toBe('400 ORDERPAID');
    expect(await refusal(close())).toBe('400 ORDERPAID');
  });

  it('stays undecided after its expiry, and can no longer be paid', async () => {
    const soon = `${new Date(Date.now() + 8 * 3600_000 + 120_000).toISOString().slice(0, 19)}+08:00`;
    await prepay({ time_expire: soon });
    providers().clocks.pass(180_000);
    await expect(providers().wechat.pay('r7k2_1_1')).rejects.toThrow();
    expect((await query()).data.trade_state).toBe('NOTPAY');
  });
});

describe('a payment outside WeChat', () => {
  it('is paid at the page that h5_url leads to, which sends the payer back without a result', async () => {
    const { data } = await prepayH5();
    const url = `${String(data.h5_url)}&redirect_url=${encodeURIComponent('https://shop.example/back')}`;
    const answer = await decideAt(url, 'pay');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://shop.example/back']);
    await merchant().has(1);
    expect((await query('r7k2_2_1')).data).toMatchObject({ trade_state: 'SUCCESS', trade_type: 'MWEB' });
  });

  it('comes back the same way after giving up', async () => {
    const { data } = await prepayH5();
    const answer = await decideAt(`${String(data.h5_url)}&redirect_url=https%3A%2F%2Fshop.example%2Fback`, 'giveUp');
    expect(answer.headers.get('location')).toBe('https://shop.example/back');
    expect((await query('r7k2_2_1')).data.trade_state).toBe('NOTPAY');
  });

  it('is refused without a Referer, and with a link older than five minutes', async () => {
    const { data } = await prepayH5();
    const url = String(data.h5_url);
    expect((await fetch(url)).status).toBe(400);
    expect((await fetch(url, { headers: { referer: 'https://shop.example/' } })).status).toBe(200);
    providers().clocks.pass(301_000);
    expect(await (await fetch(url, { headers: { referer: 'https://shop.example/' } })).text()).toContain('链接已过期');
    const again = await prepayH5();
    await decideAt(String(again.data.h5_url), 'pay');
    await merchant().has(1);
  });
});

describe('a wrong request is refused:', () => {
  const wrong: [string, Data, string][] = [
    ['a number that is too short', { out_trade_no: 'r7k2' }, '400 PARAM_ERROR'],
    ['a number with a forbidden character', { out_trade_no: 'r7k2/1/1' }, '400 PARAM_ERROR'],
    ['a number that is too long', { out_trade_no: 'a'.repeat(33) }, '400 PARAM_ERROR'],
    ['a notice address with a query', { notify_url: 'https://shop.example/n?a=1' }, '400 PARAM_ERROR'],
    ['a notice address without TLS', { notify_url: 'http://shop.example/n' }, '400 PARAM_ERROR'],
    ['a fraction of a fen', { amount: { total: 0.5, currency: 'CNY' } }, '400 PARAM_ERROR'],
    ['an amount as text', { amount: { total: '1500', currency: 'CNY' } }, '400 PARAM_ERROR'],
    ['another currency', { amount: { total: 1500, currency: 'MYR' } }, '400 PARAM_ERROR'],
    ['an unknown payer', { payer: { openid: 'oNobody' } }, '400 PARAM_ERROR'],
    ['an expiry in the past', { time_expire: '2020-01-01T00:00:00+08:00' }, '400 PARAM_ERROR'],
    ['an expiry without a zone', { time_expire: '2099-01-01T00:00:00' }, '400 PARAM_ERROR'],
    ['a long description', { description: 'x'.repeat(128) }, '400 PARAM_ERROR'],
    ['another merchant', { mchid: '1900000000' }, '400 PARAM_ERROR'],
  ];
  it.each(wrong)('%s', async (_, change, code) => {
    expect(await refusal(prepay(change))).toBe(code);
  });

  it('H5 without the payer’s address', async () => {
    expect(await refusal(prepayH5({ scene_info: { h5_info: { type: 'Wap' } } }))).toBe('400 PARAM_ERROR');
  });

  it('a signature by another key, another serial, and a clock six minutes off', async () => {
    const strangers = wechatClient(providers(), { privateKey: providers().keys.wechat.publicKeyKey });
    expect(await refusal(strangers.post('v3/pay/transactions/jsapi', jsapi))).toBe('401 SIGN_ERROR');
    const serial = wechatClient(providers(), { serial: '5000000000000000000000000000000000000000' });
    expect(await refusal(serial.post('v3/pay/transactions/jsapi', jsapi))).toBe('401 SIGN_ERROR');
    providers().clocks.skew('wechat', 6 * 60_000);
    expect(await refusal(prepay())).toBe('401 SIGN_ERROR');
  });

  it('a query of an unknown payment, or for another merchant', async () => {
    expect(await refusal(query('r7k2_9_1'))).toBe('404 ORDER_NOT_EXIST');
    await prepay();
    expect(await refusal(client.get('v3/pay/transactions/out-trade-no/r7k2_1_1', { mchid: '1' }))).toBe(
      '400 PARAM_ERROR',
    );
  });
});

describe('a refund', () => {
  beforeEach(paid);

  it('is accepted first and announced when done, once for the same number', async () => {
    const { data } = await refund('r7k2_1_1_r1', 500);
    expect(data).toMatchObject({ status: 'PROCESSING', out_refund_no: 'r7k2_1_1_r1', amount: { refund: 500 } });
    const [, notice] = await merchant().has(2);
    const announced = notice && readWechatNotice(providers(), notice);
    expect(announced).toMatchObject({
      event: 'REFUND.SUCCESS',
      refund_status: 'SUCCESS',
      out_refund_no: 'r7k2_1_1_r1',
    });
    expect((await refund('r7k2_1_1_r1', 500)).data.refund_id).toBe(data.refund_id);
    expect((await client.get('v3/refund/domestic/refunds/r7k2_1_1_r1')).data.status).toBe('SUCCESS');
    expect((await query()).data.trade_state).toBe('REFUND');
    expect(providers().books()).toMatchObject([{ paid: 1500, refunded: 500, refunding: 0 }]);
  });

  it('is refused with other parameters, beyond what was paid, or with a wrong total', async () => {
    await refund('r7k2_1_1_r1', 1000);
    expect(await refusal(refund('r7k2_1_1_r1', 900))).toBe('400 INVALID_REQUEST');
    expect(await refusal(refund('r7k2_1_1_r2', 501))).toBe('400 INVALID_REQUEST');
    const total = { amount: { refund: 1, total: 1400, currency: 'CNY' } };
    expect(await refusal(refund('r7k2_1_1_r2', 1, total))).toBe('400 INVALID_REQUEST');
    expect(await refusal(refund('r7k2_1_1_r2', 1, { reason: 'x'.repeat(81) }))).toBe('400 PARAM_ERROR');
    expect(await refusal(refund('r7k2_1_1_r2', 1, { out_trade_no: 'r7k2_9_1' }))).toBe('404 ORDER_NOT_EXIST');
    expect(await refusal(client.get('v3/refund/domestic/refunds/r7k2_1_1_r9'))).toBe('404 RESOURCE_NOT_EXISTS');
  });

  it('is possible at most fifty times, and for a year', async () => {
    for (let index = 1; index <= 50; index++) await refund(`r7k2_1_1_r${index}`, 1);
    expect(await refusal(refund('r7k2_1_1_r51', 1))).toBe('400 INVALID_REQUEST');
    providers().clocks.pass(366 * 86_400_000);
    expect(await refusal(refund('r7k2_1_1_r52', 1))).toBe('400 INVALID_REQUEST');
    expect(providers().books()).toMatchObject([{ paid: 1500 }]);
  });

  it('is refused within a minute of the previous one', async () => {
    providers().rules.refundGapMs = 60_000;
    await refund('r7k2_1_1_r1', 1);
    expect(await refusal(refund('r7k2_1_1_r2', 1))).toBe('429 FREQUENCY_LIMITED');
    providers().clocks.pass(61_000);
    await refund('r7k2_1_1_r2', 1);
  });

  it('of a payment that nobody made is refused', async () => {
    await prepay({ out_trade_no: 'r7k2_3_1' });
    expect(await refusal(refund('r7k2_3_1_r1', 1, { out_trade_no: 'r7k2_3_1' }))).toBe('403 TRADE_ERROR');
  });
});

describe('WeChat’s keys', () => {
  it('sign as the caller asks, and certificates decrypt to a certificate with their serial', async () => {
    const { certificateSerial, apiV3Key, publicKeyId } = providers().keys.wechat;
    const asked = await client.get('v3/certificates', {}, { headers: { 'Wechatpay-Serial': certificateSerial } });
    const headers = (asked as unknown as { headers: Record<string, string> }).headers;
    expect(headers['wechatpay-serial']).toBe(certificateSerial);
    const other = (await client.get('v3/certificates')) as unknown as { headers: Record<string, string> };
    expect(other.headers['wechatpay-serial']).toBe(publicKeyId);
    const [first] = asked.data.data as { serial_no: string; encrypt_certificate: Record<string, string> }[];
    const { ciphertext = '', nonce = '', associated_data: data = '' } = first?.encrypt_certificate ?? {};
    const certificate = new X509Certificate(Aes.AesGcm.decrypt(ciphertext, apiV3Key, nonce, data));
    expect(certificate.serialNumber).toBe(first?.serial_no);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
  });
});

describe('the authorisation', () => {
  const authorize = (state = 'abc', cookie = '') => {
    const { appId } = providers().keys.wechat;
    const back = encodeURIComponent('https://shop.example/wallet');
    const url = `${providers().url}/connect/oauth2/authorize?appid=${appId}&redirect_uri=${back}&response_type=code&scope=snsapi_base&state=${state}`;
    return fetch(url, { redirect: 'manual', headers: { cookie } });
  };
  const identify = async (answer: Response) => {
    const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code');
    const { appId, appSecret } = providers().keys.wechat;
    const query = `appid=${appId}&secret=${appSecret}&code=${code}&grant_type=authorization_code`;
    return (await (await fetch(`${providers().url}/sns/oauth2/access_token?${query}`)).json()) as Data;
  };

  it('sends a browser back with a code that is good once, and always as the same user', async () => {
    const first = await authorize();
    expect(first.headers.get('location')).toContain('https://shop.example/wallet?code=');
    const user = await identify(first);
    expect(await identify(first)).toMatchObject({ errcode: 40163 });
    const again = await authorize('abc', (first.headers.get('set-cookie') ?? '').split(';')[0]);
    expect((await identify(again)).openid).toBe(user.openid);
    await prepay({ payer: { openid: user.openid } });
  });

  it('refuses a state with other characters, and codes after five minutes', async () => {
    expect((await authorize('a-b')).status).toBe(400);
    const answer = await authorize();
    providers().clocks.pass(301_000);
    expect(await identify(answer)).toMatchObject({ errcode: 40029 });
  });

  it('can give a snapshot user, who cannot pay', async () => {
    providers().wechat.nextUserIsFake();
    const user = await identify(await authorize());
    expect(user.is_snapshotuser).toBe(1);
    expect(await refusal(prepay({ payer: { openid: user.openid } }))).toBe('400 PARAM_ERROR');
  });

  it('gives tokens and tickets for the JS-SDK', async () => {
    const { appId, appSecret } = providers().keys.wechat;
    const body = JSON.stringify({ grant_type: 'client_credential', appid: appId, secret: appSecret });
    const token = (await (
      await fetch(`${providers().url}/cgi-bin/stable_token`, { method: 'POST', body })
    ).json()) as Data;
    const ticket = `${providers().url}/cgi-bin/ticket/getticket?type=jsapi&access_token=${String(token.access_token)}`;
    expect(await (await fetch(ticket)).json()).toMatchObject({ errcode: 0, expires_in: 7200 });
  });
});
