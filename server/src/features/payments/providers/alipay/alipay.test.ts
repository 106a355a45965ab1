import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AlipayAnswer, makeAlipayMerchant, signAsAlipay } from '../../../../testing/alipay-merchant.ts';
import { chunksOf, collect } from '../../../../testing/collect.ts';
import { prepayRequest, refundRequest } from '../../../../testing/payment-requests.ts';
import { makeRsaKeys } from '../../../../testing/rsa-keys.ts';
import { Misconfigured, Retry } from '../provider.ts';
import { makeAlipay } from './alipay.ts';

const now = new Date('2026-11-15T05:29:35Z');
let merchant: ReturnType<typeof makeAlipayMerchant>;
beforeEach(() => {
  merchant = makeAlipayMerchant();
});
afterEach(() => merchant.folder.remove());

const provider = (at = now) =>
  makeAlipay({ settings: merchant.settings, fetch: merchant.fetch, clock: () => at }).provider;
const answering = (answer: AlipayAnswer) => {
  merchant.answerWith(() => answer);
  return provider();
};
const refusal = (sub_code: string, code = '40004') => ({ content: { code, msg: '', sub_code, sub_msg: '' } });

const request = prepayRequest('alipay', {
  amount: 1505,
  description: '按摩 15 分钟 a/b=c&d',
  payer: { ip: '203.0.113.5', browser: 'alipay' },
});
const trade = {
  code: '10000',
  msg: 'Success',
  out_trade_no: 'ab12_1_1',
  trade_no: '20261115220001',
  trade_status: 'TRADE_SUCCESS',
  total_amount: '15.05',
  send_pay_date: '2026-11-15 13:29:35',
};
const paid = {
  status: 'paid',
  key: 'ab12_1_1',
  ref: '20261115220001',
  amount: 1505,
  currency: 'CNY',
  paidAt: new Date('2026-11-15T05:29:35Z'),
};

describe('a payment', () => {
  it('is an address that we sign, without a call to Alipay', async () => {
    const { way, until } = await provider().prepay(request);
    expect(merchant.calls).toEqual([]);
    const url = new URL(way.kind === 'redirect' ? way.url : '');
    expect(url.origin + url.pathname).toBe('https://openapi.alipay.com/gateway.do');
    expect(url.searchParams.get('timestamp')).toBe('2026-11-15 13:29:35');
    expect(JSON.parse(url.searchParams.get('biz_content') ?? '')).toEqual({
      out_trade_no: 'ab12_1_1',
      total_amount: '15.05',
      subject: '按摩 15 分钟 a b c d',
      product_code: 'QUICK_WAP_WAY',
      quit_url: 'https://chairs.example/',
      time_expire: '2026-11-15 13:39:35',
    });
    expect(until.getTime()).toBeGreaterThan(request.until.getTime());
    await merchant.fetch(url); // checks the signature
  });

  it.each([
    ['TRADE_SUCCESS', trade.send_pay_date, paid],
    ['TRADE_FINISHED', trade.send_pay_date, paid],
    ['TRADE_CLOSED', trade.send_pay_date, paid], // paid and refunded in full
    ['TRADE_CLOSED', undefined, { status: 'dead', key: 'ab12_1_1', ref: '20261115220001' }],
    ['WAIT_BUYER_PAY', undefined, { status: 'open', key: 'ab12_1_1', ref: '20261115220001' }],
  ])('in the state %s, paid at %s, is read', async (trade_status, send_pay_date, state) => {
    const alipay = answering({ content: { ...trade, trade_status, send_pay_date } });
    expect(await alipay.query({ key: 'ab12_1_1' })).toEqual(state);
  });

  it('whose page nobody opened is unknown, even after closing, and counts as payable', async () => {
    const alipay = answering(refusal('ACQ.TRADE_NOT_EXIST'));
    expect(await alipay.query({ key: 'ab12_1_1' })).toEqual({ status: 'none', key: 'ab12_1_1' });
    expect(await alipay.close({ key: 'ab12_1_1' })).toEqual({ status: 'none', key: 'ab12_1_1' });
  });

  it('is dead once closed; one paid meanwhile is paid', async () => {
    const alipay = answering({ content: { code: '10000', msg: 'Success' } });
    expect(await alipay.close({ key: 'ab12_1_1' })).toEqual({ status: 'dead', key: 'ab12_1_1' });
    merchant.answerWith(({ method }) =>
      method === 'alipay.trade.close' ? refusal('ACQ.TRADE_STATUS_ERROR') : { content: trade },
    );
    expect(await alipay.close({ key: 'ab12_1_1' })).toEqual(paid);
  });
});

describe('an answer', () => {
  const query = (answer: AlipayAnswer) => answering(answer).query({ key: 'ab12_1_1' });
  const inner = JSON.stringify(trade);

  it.each<[string, AlipayAnswer]>([
    ['does not come', new TypeError('fetch failed')],
    ['is a page', { status: 502, text: '<html></html>' }],
    ['is a page with 200', { status: 200, text: '<html></html>' }],
    ['is not signed', { text: `{"alipay_trade_query_response":${inner}}` }],
    ['is signed by a stranger', { content: trade, sign: signAsAlipay(inner, makeRsaKeys().privateKey) }],
    ['was changed', { content: { ...trade, total_amount: '9.00' }, sign: signAsAlipay(inner) }],
    ['refuses without a signature', { content: refusal('ACQ.TRADE_NOT_EXIST').content, sign: '' }],
    ['asks for patience', refusal('isv.app-call-limited', '40005')],
    ['is an error of theirs', refusal('ACQ.SYSTEM_ERROR')],
    ['is unknown', { text: '{"error_response":{"code":"20000","sub_code":"isp.unknow-error"}}' }],
  ])('that %s leaves the outcome unknown', async (_, answer) => {
    await expect(query(answer)).rejects.toThrow(Retry);
  });

  it('about our parameters means wrong settings, signed or not', async () => {
    await expect(query(refusal('isv.invalid-signature', '40002'))).rejects.toThrow(Misconfigured);
    const unsigned = { text: '{"error_response":{"code":"40001","sub_code":"isv.invalid-app-id"}}' };
    await expect(query(unsigned)).rejects.toThrow(Misconfigured);
  });
});

describe('a notice', () => {
  const fields = {
    notify_type: 'trade_status_sync',
    notify_id: 'n1',
    app_id: '2021000000000001',
    seller_id: '2088000000000001',
    charset: 'utf-8',
    out_trade_no: 'ab12_1_1',
    trade_no: '20261115220001',
    trade_status: 'TRADE_SUCCESS',
    total_amount: '15.05',
    gmt_payment: '2026-11-15 13:29:35',
    subject: '按摩 100% + more',
  };
  const raw = (body: string) => ({ receivedAt: now, headers: {}, body: Buffer.from(body) });
  const notice = (changes: Record<string, string> = {}, after: Record<string, string> = {}) => {
    const all: Record<string, string> = { ...fields, ...changes };
    const text = Object.keys(all)
      .toSorted()
      .map((name) => `${name}=${all[name]}`)
      .join('&');
    const params = new URLSearchParams({ ...all, sign_type: 'RSA2', sign: signAsAlipay(text), ...after });
    return raw(params.toString());
  };

  it('of a payment is read', async () => {
    expect(await provider().readNotice(notice())).toEqual({ kind: 'payment', state: paid });
  });

  it('of a trade that closed unpaid is dead', async () => {
    const closed = notice({ trade_status: 'TRADE_CLOSED', gmt_payment: '' });
    expect(await provider().readNotice(closed)).toMatchObject({ kind: 'payment', state: { status: 'dead' } });
  });

  it.each(['TRADE_SUCCESS', 'TRADE_CLOSED'])('of a refund (%s) is no second payment', async (trade_status) => {
    const refunded = { trade_status, gmt_refund: '2026-11-15 14:00:00', refund_fee: '5.00', out_biz_no: 'ab12_r1' };
    const read = await provider().readNotice(notice(refunded));
    expect(read).toEqual({ kind: 'refund', state: { status: 'done', key: 'ab12_r1' } });
  });

  it('for another app or seller is ignored', async () => {
    expect(await provider().readNotice(notice({ app_id: '1' }))).toMatchObject({ kind: 'ignored' });
    expect(await provider().readNotice(notice({ seller_id: '2088' }))).toMatchObject({ kind: 'ignored' });
  });

  it('that is forged is refused', async () => {
    const forged = [
      notice({}, { total_amount: '0.01' }),
      notice({}, { sign: 'garbage %%' }),
      raw(`${notice().body.toString()}&trade_no=2`),
      raw('{"json":true}'),
      raw(''),
    ];
    for (const each of forged) expect(await provider().readNotice(each)).toMatchObject({ kind: 'forged' });
  });

  it('is answered with the word that Alipay expects', () => {
    expect(provider().answer(true)).toEqual({ status: 200, type: 'text/plain', body: 'success' });
    expect(provider().answer(false).body).not.toBe('success');
  });
});

describe('a refund', () => {
  const refund = refundRequest('alipay', '20261115220001', { amount: 505, paid: 1505 });

  it('is done when money moved, under its own number', async () => {
    const alipay = answering({ content: { code: '10000', fund_change: 'Y', refund_fee: '15.05' } });
    expect(await alipay.refund(refund)).toEqual({ status: 'done', key: 'ab12_r1', amount: 505 });
    expect(merchant.calls[0]?.content).toMatchObject({ out_request_no: 'ab12_r1', refund_amount: '5.05' });
  });

  it.each([
    ['REFUND_SUCCESS', 'done'],
    [undefined, 'pending'],
  ])('that was repeated has the state that the query returns: %s', async (refund_status, status) => {
    merchant.answerWith(({ method }) => ({
      content:
        method === 'alipay.trade.refund'
          ? { code: '10000', fund_change: 'N' }
          : { code: '10000', refund_status, refund_amount: '5.05' },
    }));
    expect(await provider().refund(refund)).toMatchObject({ status, key: 'ab12_r1' });
  });

  it('without sufficient balance is retried', async () => {
    await expect(answering(refusal('ACQ.SELLER_BALANCE_NOT_ENOUGH')).refund(refund)).rejects.toThrow(Retry);
  });

  it('that is refused permanently needs staff', async () => {
    merchant.answerWith(({ method }) =>
      method === 'alipay.trade.refund' ? refusal('ACQ.TRADE_HAS_FINISHED') : { content: { code: '10000' } },
    );
    expect(await provider().refund(refund)).toMatchObject({ status: 'failed', staff: true });
  });
});

describe('a bill', () => {
  // GBK of the columns that we read, so that the test does not need an encoder: 支付宝交易号 and so on.
  const gbk = (hex: string) => Buffer.from(hex, 'hex');
  const comma = Buffer.from(',');
  const columns = [
    'd6a7b8b6b1a6bdbbd2d7bac5', // 支付宝交易号
    'c9ccbba7b6a9b5a5bac5', // 商户订单号
    'd2b5cef1c0e0d0cd', // 业务类型
    'c9ccc6b7c3fbb3c6', // 商品名称
    'cdeab3c9cab1bce4', // 完成时间
    'b6a9b5a5bdf0b6eea3a8d4aaa3a9', // 订单金额（元）
    'cdcbbfeec5fab4cebac52fc7ebc7f3bac5', // 退款批次号/请求号
    'b7fecef1b7d1a3a8d4aaa3a9', // 服务费（元）
  ].map(gbk);
  const row = (kind: string, cells: string[]) =>
    Buffer.concat([
      Buffer.from(`${cells[0]}\t,${cells[1]}\t,`),
      gbk(kind),
      Buffer.from(
        `\t,${cells
          .slice(2)
          .map((cell) => `${cell}\t`)
          .join(',')}\r\n`,
      ),
    ]);
  const details = Buffer.concat([
    Buffer.from('#comment\r\n'),
    ...columns.flatMap((column, index) => (index === 0 ? [column] : [comma, column])),
    Buffer.from('\r\n'),
    row('bdbbd2d7', ['2026', 'ab12_1_1', 'Massage, deep, 15', '2026-11-14 09:15:00', '15.05', '', '-0.09']), // 交易
    row('cdcbbfee', ['2026', 'ab12_1_1', 'Massage', '2026-11-14 10:00:01', '-5.05', 'ab12_r1', '0.03']), // 退款
    Buffer.from('#end\r\n'),
  ]);
  const summary = Buffer.concat([gbk('c3c5b5eab1e0bac5'), Buffer.from(',a\r\n1,2\r\n')]); // 门店编号
  const answerBill = (zip: Uint8Array) => {
    const fetch: typeof globalThis.fetch = async (url, init) =>
      String(url).startsWith('https://bills.example') ? new Response(Buffer.from(zip)) : merchant.fetch(url, init);
    merchant.answerWith(() => ({ content: { code: '10000', bill_download_url: 'https://bills.example/file' } }));
    return makeAlipay({ settings: merchant.settings, fetch, clock: () => now }).provider;
  };

  it('is unpacked, parsed and stored as received', async () => {
    const zip = zipSync({ 'details.csv': details, 'summary.csv': summary });
    const alipay = answerBill(zip);
    const kept = await collect(alipay.bill('2026-11-14'));
    const rows = await collect(alipay.readBill(chunksOf(...kept)));
    const at = (time: string) => new Date(`2026-11-14T${time}Z`);
    const same = { ref: '2026', currency: 'CNY' };
    expect(rows).toEqual([
      { ...same, kind: 'paid', key: 'ab12_1_1', amount: 1505, fee: 9, at: at('01:15:00') },
      { ...same, kind: 'refunded', key: 'ab12_r1', payment: 'ab12_1_1', amount: 505, fee: -3, at: at('02:00:01') },
    ]);
    expect(Buffer.concat(kept).equals(Buffer.from(zip))).toBe(true);
  });

  it('that is cut off or is no zip file is refused', async () => {
    const zip = zipSync({ 'details.csv': details });
    for (const bytes of [zip.subarray(0, 120), strToU8('expired')])
      await expect(collect(provider().readBill(chunksOf(bytes)))).rejects.toThrow();
    await expect(collect(answerBill(new Uint8Array()).bill('2026-11-14'))).rejects.toThrow(Retry);
  });

  it('that is missing is requested again, and after three days means no trade', async () => {
    merchant.answerWith(() => refusal('isp.bill_not_exist', '40004'));
    await expect(collect(provider().bill('2026-11-14'))).rejects.toThrow(Retry);
    const later = provider(new Date('2026-11-17T00:00:00Z'));
    expect(await collect(later.bill('2026-11-14'))).toEqual([]);
  });
});

describe('the settings', () => {
  it('are checked when the server starts, and each wrong one is named', () => {
    Object.assign(merchant.settings, { ALIPAY_SELLER_ID: '12', ALIPAY_PUBLIC_KEY_FILE: '/nowhere.pem' });
    for (const name of ['ALIPAY_SELLER_ID', 'ALIPAY_PUBLIC_KEY_FILE']) expect(() => provider()).toThrow(name);
  });
});
