import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeLog } from '../../../../platform/log.ts';
import { chunksOf, collect } from '../../../../testing/collect.ts';
import { prepayRequest, refundRequest } from '../../../../testing/payment-requests.ts';
import { makeRsaKeys } from '../../../../testing/rsa-keys.ts';
import { makeWechatMerchant, type WechatAnswer } from '../../../../testing/wechat-merchant.ts';
import { Misconfigured, type PrepayRequest, Refused, Retry } from '../provider.ts';
import { makeWechat } from './wechat.ts';

let now = new Date('2026-11-15T05:29:35Z');
const clock = () => now;
let merchant: ReturnType<typeof makeWechatMerchant>;
beforeEach(() => {
  merchant = makeWechatMerchant(clock);
});
afterEach(() => merchant.folder.remove());

const log = makeLog('silent');
const provider = () => makeWechat({ settings: merchant.settings, fetch: merchant.fetch, clock, log }).provider;
const answering = (answer: WechatAnswer | Error) => {
  merchant.answerWith(() => answer);
  return provider();
};

const request = prepayRequest('wechat');
const inWechat: PrepayRequest = { ...request, payer: { ip: '203.0.113.5', browser: 'wechat', walletUser: 'o-1' } };
const transaction = {
  appid: 'wx1234567890abcdef',
  mchid: '1900000001',
  out_trade_no: 'ab12_1_1',
  transaction_id: '4200001',
  trade_state: 'SUCCESS',
  success_time: '2026-11-15T13:29:35+08:00',
  amount: { total: 1500, payer_total: 1400, currency: 'CNY' },
};
const paid = {
  status: 'paid',
  key: 'ab12_1_1',
  ref: '4200001',
  amount: 1500,
  currency: 'CNY',
  paidAt: new Date('2026-11-15T05:29:35Z'),
};

describe('a payment', () => {
  it('inside WeChat is paid through the bridge by the openid', async () => {
    const { way, until } = await answering({ status: 200, body: { prepay_id: 'wx15' } }).prepay(inWechat);
    expect(way).toMatchObject({ kind: 'wechat', params: { package: 'prepay_id=wx15', signType: 'RSA' } });
    expect(until).toEqual(request.until);
    expect(merchant.calls[0]?.target).toBe('/v3/pay/transactions/jsapi');
    expect(JSON.parse(merchant.calls[0]?.body ?? '')).toMatchObject({
      out_trade_no: 'ab12_1_1',
      time_expire: '2026-11-15T13:39:35+08:00',
      amount: { total: 1500, currency: 'CNY' },
      payer: { openid: 'o-1' },
    });
  });

  it('that was paid before is reported as paid', async () => {
    const again = answering({ status: 400, body: { code: 'ORDERPAID', message: '' } }).prepay(request);
    await expect(again).rejects.toMatchObject({ name: 'AlreadyPaid' });
  });

  it('inside WeChat without an openid is refused before anything is sent', async () => {
    const asked = provider().prepay({ ...request, payer: { ip: '203.0.113.5', browser: 'wechat' } });
    await expect(asked).rejects.toThrow(Refused);
    expect(merchant.calls).toEqual([]);
  });

  it('elsewhere has an address, which leads back to us', async () => {
    const h5_url = 'https://wx.tenpay.com/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=wx15&package=1';
    const { way } = await answering({ status: 200, body: { h5_url } }).prepay(request);
    const back = encodeURIComponent(request.returnUrl);
    expect(way).toEqual({ kind: 'redirect', url: `${h5_url}&redirect_url=${back}` });
    const scene_info = { payer_client_ip: '203.0.113.5', h5_info: { type: 'Wap' } };
    expect(JSON.parse(merchant.calls[0]?.body ?? '')).toMatchObject({ scene_info });
  });

  it('is requested with the same bytes every time, and signed afresh for the bridge', async () => {
    const wechat = answering({ status: 200, body: { prepay_id: 'wx15' } });
    const first = await wechat.prepay(inWechat);
    now = new Date(now.getTime() + 60_000);
    const second = await wechat.prepay(inWechat);
    now = new Date('2026-11-15T05:29:35Z');
    expect(merchant.calls[0]?.body).toBe(merchant.calls[1]?.body);
    expect(second.way).not.toEqual(first.way);
  });

  it.each([
    ['SUCCESS', paid],
    ['REFUND', paid],
    ['NOTPAY', { status: 'open', key: 'ab12_1_1' }],
    ['USERPAYING', { status: 'open', key: 'ab12_1_1' }],
    ['CLOSED', { status: 'dead', key: 'ab12_1_1' }],
    ['REVOKED', { status: 'dead', key: 'ab12_1_1' }],
    ['PAYERROR', { status: 'dead', key: 'ab12_1_1' }],
  ])('in the state %s is %o', async (trade_state, state) => {
    const wechat = answering({ status: 200, body: { ...transaction, trade_state } });
    expect(await wechat.query({ key: 'ab12_1_1' })).toEqual(state);
  });

  it('that WeChat does not know is `none`', async () => {
    const wechat = answering({ status: 404, body: { code: 'ORDER_NOT_EXIST', message: '' }, signed: false });
    expect(await wechat.query({ key: 'ab12_1_1' })).toEqual({ status: 'none', key: 'ab12_1_1' });
    expect(await wechat.close({ key: 'ab12_1_1' })).toEqual({ status: 'none', key: 'ab12_1_1' });
  });

  it('is dead once closed, by an empty signed answer', async () => {
    expect(await answering({ status: 204 }).close({ key: 'ab12_1_1' })).toEqual({ status: 'dead', key: 'ab12_1_1' });
    expect(JSON.parse(merchant.calls[0]?.body ?? '')).toEqual({ mchid: '1900000001' });
  });

  it('that was paid while it was being closed is paid', async () => {
    merchant.answerWith(({ method }) =>
      method === 'POST'
        ? { status: 400, body: { code: 'ORDERPAID', message: '' } }
        : { status: 200, body: transaction },
    );
    expect(await provider().close({ key: 'ab12_1_1' })).toEqual(paid);
  });
});

describe('an answer', () => {
  const query = (answer: WechatAnswer | Error) => answering(answer).query({ key: 'ab12_1_1' });

  it.each<[string, WechatAnswer]>([
    ['is not signed', { status: 200, body: transaction, signed: false }],
    ['has a wrong signature', { status: 200, body: transaction, signed: { 'wechatpay-signature': 'AAAA' } }],
    ['has an unknown key', { status: 200, body: transaction, signed: { 'wechatpay-serial': 'PUB_KEY_ID_2' } }],
    ['is old', { status: 200, body: transaction, signed: { 'wechatpay-timestamp': '1700000000' } }],
    ['is about another payment', { status: 200, body: { ...transaction, out_trade_no: 'ab12_2_1' } }],
    ['is about another merchant', { status: 200, body: { ...transaction, mchid: '1900000002' } }],
    ['is a page', { status: 502, body: '<html>bad gateway</html>', signed: false }],
    ['asks for patience', { status: 429, body: { code: 'FREQUENCY_LIMITED', message: '' }, signed: false }],
    ['is an error of theirs', { status: 500, body: { code: 'SYSTEM_ERROR', message: '' }, signed: false }],
  ])('that %s leaves the outcome unknown', async (_, answer) => {
    await expect(query(answer)).rejects.toThrow(Retry);
  });

  it('that does not arrive leaves the outcome unknown, after the same bytes were sent once more', async () => {
    await expect(query(new TypeError('fetch failed'))).rejects.toThrow(Retry);
    const [first, second] = merchant.calls;
    expect(second?.headers.get('authorization')).toBe(first?.headers.get('authorization'));
    expect(merchant.calls).toHaveLength(2);
  });

  it.each([
    [401, 'SIGN_ERROR'],
    [403, 'NO_AUTH'],
    [404, 'MCH_NOT_EXISTS'],
  ])('of %i %s means wrong settings', async (status, code) => {
    await expect(query({ status, body: { code, message: '' }, signed: false })).rejects.toThrow(Misconfigured);
  });

  it('of another code is a refusal', async () => {
    const refused = query({ status: 400, body: { code: 'PARAM_ERROR', message: '' }, signed: false });
    await expect(refused).rejects.toMatchObject({ name: 'Refused', code: 'PARAM_ERROR' });
  });

  it('requests the public key by its id', async () => {
    await query({ status: 200, body: transaction });
    expect(merchant.calls[0]?.headers.get('wechatpay-serial')).toBe(merchant.settings.WECHAT_PUBLIC_KEY_ID);
  });
});

describe('a notice', () => {
  it('of a payment is read', async () => {
    const notice = merchant.notice('TRANSACTION.SUCCESS', transaction);
    expect(await provider().readNotice(notice)).toEqual({ kind: 'payment', state: paid });
  });

  it('can be judged again much later: its age is measured at arrival', async () => {
    const notice = merchant.notice('TRANSACTION.SUCCESS', transaction);
    expect(await provider().readNotice({ ...notice, receivedAt: now })).toMatchObject({ kind: 'payment' });
    const late = new Date(now.getTime() + 300_000);
    expect(await provider().readNotice({ ...notice, receivedAt: late })).toMatchObject({ kind: 'forged' });
  });

  it.each([
    ['REFUND.SUCCESS', 'SUCCESS', { status: 'done' }],
    ['REFUND.ABNORMAL', 'ABNORMAL', { status: 'failed', staff: true }],
    ['REFUND.CLOSED', 'CLOSED', { status: 'failed', staff: true }],
  ])('%s of a refund is read', async (event, refund_status, state) => {
    const content = { mchid: '1900000001', out_refund_no: 'ab12_r1', refund_id: '503', refund_status };
    const notice = merchant.notice(event, { ...content, amount: { total: 1500, refund: 500 } });
    const read = await provider().readNotice(notice);
    expect(read).toMatchObject({ kind: 'refund', state: { ...state, key: 'ab12_r1', ref: '503', amount: 500 } });
  });

  it('signed by a certificate of the settings is read beside the public key', async () => {
    const old = makeRsaKeys();
    merchant.settings.WECHAT_PLATFORM_CERTS = `7132D72A=${merchant.folder.file('old.pem', old.publicKey)}`;
    const notice = merchant.notice('TRANSACTION.SUCCESS', transaction, old.privateKey, '7132D72A');
    expect(await provider().readNotice(notice)).toEqual({ kind: 'payment', state: paid });
  });

  it('that is genuine but not for us is ignored', async () => {
    const other = merchant.notice('TRANSACTION.SUCCESS', { ...transaction, mchid: '1900000002' });
    expect(await provider().readNotice(other)).toMatchObject({ kind: 'ignored' });
    const unknown = merchant.notice('PAYSCORE.USER_PAID', { mchid: '1900000001' });
    expect(await provider().readNotice(unknown)).toMatchObject({ kind: 'ignored' });
  });

  it.each([
    ['in another currency', 'TRANSACTION.SUCCESS', { ...transaction, amount: { total: 1500, currency: 'USD' } }],
    ['of a combined payment', 'TRANSACTION.SUCCESS', { combine_mchid: '1900000001', sub_orders: [] }],
    ['without a content that we know', 'TRANSACTION.SUCCESS', { mchid: '1900000001' }],
    [
      'of a refund in a state that we do not know',
      'REFUND.NEW',
      { mchid: '1900000001', out_refund_no: 'x', refund_status: 'NEW' },
    ],
  ])('that is genuine and %s is ignored', async (_case, event, content) => {
    expect(await provider().readNotice(merchant.notice(event, content))).toMatchObject({ kind: 'ignored' });
  });

  it('that is forged is refused, whatever it contains, without a call to WeChat', async () => {
    const wechat = provider();
    const good = merchant.notice('TRANSACTION.SUCCESS', transaction);
    const forged = [
      { ...good, body: Buffer.from('{}') },
      { ...good, headers: {} },
      { ...good, headers: { ...good.headers, 'wechatpay-signature': 'WECHATPAY/SIGNTEST/OGRi' } },
      { ...good, headers: { ...good.headers, 'wechatpay-serial': 'PUB_KEY_ID_9' } },
      merchant.notice('TRANSACTION.SUCCESS', transaction, makeRsaKeys().privateKey),
    ];
    for (const notice of forged) expect(await wechat.readNotice(notice)).toMatchObject({ kind: 'forged' });
    const reads = await Promise.all(forged.map((notice) => wechat.readNotice(notice)));
    expect(reads.filter((read) => read.kind === 'forged' && read.isProbe)).toHaveLength(1);
    expect(merchant.calls).toEqual([]);
  });

  it('that another APIv3 key encrypted is judged again later, and the wrong setting is named', async () => {
    merchant.settings.WECHAT_API_V3_KEY = 'f'.repeat(32);
    const read = provider().readNotice(merchant.notice('TRANSACTION.SUCCESS', transaction));
    await expect(read).rejects.toThrow('WECHAT_API_V3_KEY');
  });

  it('is answered with an empty 204, or with an error that causes a retry', () => {
    expect(provider().answer(true)).toEqual({ status: 204, body: '' });
    expect(provider().answer(false).status).toBe(500);
  });

  const certificates = (publicKey: string) => ({
    data: [
      {
        serial_no: 'ABCDEF',
        effective_time: '2026-11-01T00:00:00+08:00',
        expire_time: '2031-11-01T00:00:00+08:00',
        encrypt_certificate: merchant.seal(publicKey, 'certificate'),
      },
    ],
  });

  it('with a new certificate is read: the certificate is fetched', async () => {
    const next = makeRsaKeys();
    merchant.answerWith(() => ({ status: 200, body: certificates(next.publicKey) }));
    const notice = merchant.notice('TRANSACTION.SUCCESS', transaction, next.privateKey, 'ABCDEF');
    expect(await provider().readNotice(notice)).toEqual({ kind: 'payment', state: paid });
  });

  it('with a new certificate is refused if the list of certificates is forged', async () => {
    const next = makeRsaKeys();
    merchant.answerWith(() => ({ status: 200, body: certificates(next.publicKey), signed: false }));
    const notice = merchant.notice('TRANSACTION.SUCCESS', transaction, next.privateKey, 'ABCDEF');
    expect(await provider().readNotice(notice)).toMatchObject({ kind: 'forged' });
  });

  it('with an unknown serial makes us fetch certificates only occasionally', async () => {
    merchant.answerWith(() => ({ status: 403, body: { code: 'NOT_ENOUGH', message: '平台证书已过期失效' } }));
    const wechat = provider();
    for (const serial of ['A1', 'A2', 'A3']) {
      const notice = merchant.notice('TRANSACTION.SUCCESS', transaction, undefined, serial);
      expect(await wechat.readNotice(notice)).toMatchObject({ kind: 'forged' });
    }
    expect(merchant.calls.map(({ target }) => target)).toEqual(['/v3/certificates']);
  });
});

describe('a refund', () => {
  const refund = refundRequest('wechat', '4200001');
  const known = { out_refund_no: 'ab12_r1', refund_id: '503', amount: { refund: 500, total: 1500 } };

  it('in part names the whole amount too, and is pending when accepted', async () => {
    const state = await answering({ status: 200, body: { ...known, status: 'PROCESSING' } }).refund(refund);
    expect(state).toEqual({ status: 'pending', key: 'ab12_r1', ref: '503', amount: 500 });
    expect(JSON.parse(merchant.calls[0]?.body ?? '')).toMatchObject({
      amount: { refund: 500, total: 1500, currency: 'CNY' },
    });
  });

  it('without sufficient revenue is retried', async () => {
    const wechat = answering({ status: 403, body: { code: 'NOT_ENOUGH', message: '基本账户余额不足' }, signed: false });
    await expect(wechat.refund(refund)).rejects.toThrow(Retry);
  });

  it('that is refused permanently needs staff', async () => {
    merchant.answerWith(({ method }) =>
      method === 'POST'
        ? { status: 403, body: { code: 'TRADE_ERROR', message: '' } }
        : { status: 404, body: { code: 'RESOURCE_NOT_EXISTS', message: '' } },
    );
    const state = await provider().refund(refund);
    expect(state).toMatchObject({ status: 'failed', staff: true, why: expect.stringContaining('TRADE_ERROR') });
  });

  it('that is refused but known has its queried state', async () => {
    merchant.answerWith(({ method }) =>
      method === 'POST'
        ? { status: 400, body: { code: 'INVALID_REQUEST', message: '' } }
        : { status: 200, body: { ...known, status: 'SUCCESS' } },
    );
    expect(await provider().refund(refund)).toMatchObject({ status: 'done', key: 'ab12_r1' });
  });

  it('that WeChat does not know is `none`', async () => {
    const wechat = answering({ status: 404, body: { code: 'RESOURCE_NOT_EXISTS', message: '' } });
    expect(await wechat.queryRefund(refund)).toEqual({ status: 'none', key: 'ab12_r1' });
  });
});

describe('a bill', () => {
  const file = '\ufeff总交易单数,订单总金额,申请退款总金额\n`0,`0.00,`0.00\n';
  const hash_value = createHash('sha1').update(file).digest('hex');
  const answerBill = (hash: string) =>
    merchant.answerWith(({ target }) =>
      target.startsWith('/v3/bill/tradebill')
        ? {
            status: 200,
            body: {
              hash_type: 'SHA1',
              hash_value: hash,
              download_url: 'https://api.mch.weixin.qq.com/v3/billdownload/file?token=t',
            },
          }
        : { status: 200, body: file, signed: false },
    );

  it('is stored as received and verified by its hash', async () => {
    answerBill(hash_value);
    const kept = await collect(provider().bill('2026-11-14'));
    const rows = await collect(provider().readBill(chunksOf(...kept)));
    expect(rows).toEqual([{ kind: 'totals', currency: 'CNY', rows: 0, paid: 0, refunded: 0 }]);
    expect(Buffer.concat(kept).toString()).toBe(file);
  });

  it('with another hash is refused', async () => {
    answerBill('0'.repeat(40));
    await expect(collect(provider().bill('2026-11-14'))).rejects.toThrow(Retry);
  });

  it('of a day without trade has no rows; one that is not ready is requested again', async () => {
    const none = answering({ status: 400, body: { code: 'NO_STATEMENT_EXIST', message: '' }, signed: false });
    expect(await collect(none.bill('2026-11-14'))).toEqual([]);
    const early = answering({ status: 400, body: { code: 'STATEMENT_CREATING', message: '' }, signed: false });
    await expect(collect(early.bill('2026-11-14'))).rejects.toThrow(Retry);
  });
});

describe('the settings', () => {
  const wrong = (changes: Record<string, string>) => {
    Object.assign(merchant.settings, changes);
    return () => provider();
  };

  it('are checked when the server starts, and each wrong one is named', () => {
    const short = merchant.folder.file('short.pem', makeRsaKeys(1024).privateKey);
    const start = wrong({ WECHAT_APP_ID: '', WECHAT_API_V3_KEY: 'short', WECHAT_MCH_KEY_FILE: short });
    for (const name of ['WECHAT_APP_ID', 'WECHAT_API_V3_KEY', 'WECHAT_MCH_KEY_FILE']) expect(start).toThrow(name);
  });

  it('need the public key or a certificate', () => {
    expect(wrong({ WECHAT_PUBLIC_KEY_ID: '', WECHAT_PUBLIC_KEY_FILE: '' })).toThrow('WECHAT_PLATFORM_CERTS');
  });

  it('that are secret are not quoted', () => {
    const secret = 'secret of the wrong length';
    expect(wrong({ WECHAT_API_V3_KEY: secret })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(secret) }),
    );
  });
});
