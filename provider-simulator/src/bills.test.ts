import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import type Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { Formatter } from 'wechatpay-axios-plugin';
import { beijingDay, beijingText } from './core/clock.ts';
import { encodeGbk } from './core/gbk.ts';
import { alipayClient } from './testing/alipay-client.ts';
import { useProviders } from './testing/merchant.ts';
import { decideAt } from './testing/payer.ts';
import { stripeClient } from './testing/stripe-client.ts';
import { refusal, type WechatClient, wechatClient } from './testing/wechat-client.ts';

/** Bills, made from the books, altered on demand, and of any size. */

const { providers, merchant } = useProviders();
const today = () => beijingDay(providers().clocks.now());
const extra = { kind: 'paid', number: 'r7k2_8_1', ref: 'x8', amount: 800, currency: 'CNY', fee: 5 } as const;

describe('WeChat', () => {
  let client: WechatClient;
  beforeEach(async () => {
    client = wechatClient(providers());
    for (const number of ['r7k2_1_1', 'r7k2_2_1']) {
      await client.post('v3/pay/transactions/h5', {
        appid: providers().keys.wechat.appId,
        mchid: providers().keys.wechat.mchId,
        description: '按摩',
        out_trade_no: number,
        notify_url: `${merchant().url}/wechat`,
        amount: { total: 1500 },
        scene_info: { payer_client_ip: '127.0.0.1', h5_info: { type: 'Wap' } },
      });
      await providers().wechat.pay(number);
    }
    await client.post('v3/refund/domestic/refunds', {
      out_trade_no: 'r7k2_1_1',
      out_refund_no: 'r7k2_1_1_r1',
      notify_url: `${merchant().url}/wechat`,
      amount: { refund: 500, total: 1500, currency: 'CNY' },
    });
    await merchant().has(3);
  });

  const bill = async (more: Record<string, string> = {}) => {
    const { data } = await client.get('v3/bill/tradebill', { bill_date: today(), bill_type: 'ALL', ...more });
    const { pathname, searchParams } = new URL(String(data.download_url));
    const file = await client.get(pathname.slice(1), Object.fromEntries(searchParams), { responseType: 'arraybuffer' });
    const bytes = file.data as unknown as Buffer;
    expect(createHash('sha1').update(bytes).digest('hex')).toBe(data.hash_value);
    const { rows, summary } = Formatter.castCsvBill(bytes) as {
      rows: Record<string, string>[];
      summary: Record<string, string>;
    };
    return { rows, summary };
  };
  const numbers = (rows: Record<string, string>[]) =>
    rows.map((row) => [row.商户订单号, row.交易状态, row.订单金额, row.商户退款单号, row.申请退款金额]);

  it('has a row for each payment and refund, with its hash and its sum', async () => {
    const { rows, summary } = await bill();
    expect(numbers(rows)).toEqual([
      ['r7k2_1_1', 'SUCCESS', '15.00', '0', '0.00'],
      ['r7k2_2_1', 'SUCCESS', '15.00', '0', '0.00'],
      ['r7k2_1_1', 'REFUND', '0.00', 'r7k2_1_1_r1', '5.00'],
    ]);
    expect(summary).toMatchObject({ 总交易单数: '3', 订单总金额: '30.00', 申请退款总金额: '5.00' });
  });

  it('has missing, extra and differing rows on demand', async () => {
    const at = providers().clocks.now();
    providers().wechat.bills.change(today(), {
      omit: ['r7k2_1_1'],
      amounts: { r7k2_2_1: 1400 },
      extra: [{ ...extra, at }],
    });
    expect(numbers((await bill({ bill_type: 'SUCCESS' })).rows)).toEqual([
      ['r7k2_2_1', 'SUCCESS', '14.00', '0', '0.00'],
      ['r7k2_8_1', 'SUCCESS', '8.00', '0', '0.00'],
    ]);
  });

  it('is available from ten in the morning, except for a day without trade, and its link lives five minutes', async () => {
    const ask = (day: string) => client.get('v3/bill/tradebill', { bill_date: day, bill_type: 'ALL' });
    expect(await refusal(ask(beijingDay(Date.now() - 5 * 86_400_000)))).toBe('400 NO_STATEMENT_EXIST');
    expect(await refusal(ask('2020-01-01'))).toBe('400 INVALID_REQUEST');
    providers().rules.billsAtOnce = false;
    expect(await refusal(ask(today()))).toBe('400 PARAM_ERROR');
    providers().rules.billsAtOnce = true;
    const { data } = await ask(today());
    const { pathname, searchParams } = new URL(String(data.download_url));
    providers().clocks.pass(301_000);
    const late = client.get(pathname.slice(1), Object.fromEntries(searchParams));
    expect(await refusal(late)).toBe('400 INVALID_REQUEST');
  });

  it('of a million rows is generated while it is read', async () => {
    const generate = { count: 1_000_000, prefix: 'r7k2', amount: 1500, currency: 'CNY' };
    const body = JSON.stringify({ provider: 'wechat', day: today(), generate });
    expect((await fetch(`${providers().controlUrl}/bill`, { method: 'POST', body })).status).toBe(200);
    let rows = 0;
    for (const { amount } of providers().wechat.bills.rowsOf(today())) rows += amount === 1500 ? 1 : 0;
    expect(rows).toBe(1_000_000);
  });
});

describe('Alipay', () => {
  it('is a ZIP of two files in GBK, whose link lives thirty seconds', async () => {
    const client = alipayClient(providers());
    const expires = beijingText(providers().clocks.now() + 600_000);
    const trade = {
      outTradeNo: 'r7k2_1_1',
      totalAmount: '15.00',
      subject: '按摩',
      productCode: 'QUICK_WAP_WAY',
      quitUrl: 'https://shop.example',
      timeExpire: expires,
    };
    await decideAt(client.payLink(trade, {}), 'pay');
    await client.call('alipay.trade.refund', {
      outTradeNo: 'r7k2_1_1',
      refundAmount: '5.00',
      outRequestNo: 'r7k2_1_1_r1',
    });
    const at = providers().clocks.now();
    providers().alipay.bills.change(today(), { extra: [{ ...extra, at }] });
    const link = () =>
      client.call('alipay.data.dataservice.bill.downloadurl.query', { billType: 'trade', billDate: today() });
    const answer = await link();
    const archive = Buffer.from(await (await fetch(String(answer.billDownloadUrl))).arrayBuffer());
    const lines = firstFile(archive).split('\r\n');
    const header = lines.find((line) => line.startsWith('支付宝交易号'))?.split(',') ?? [];
    const cells = lines.filter((line) => /^\w/.test(line)).map((line) => line.split(',').map((cell) => cell.trim()));
    const rows = cells.map((row) =>
      ['商户订单号', '业务类型', '订单金额（元）', '退款批次号/请求号'].map((name) => row[header.indexOf(name)]),
    );
    expect(rows).toEqual([
      ['r7k2_1_1', '交易', '15.00', ''],
      ['r7k2_1_1', '退款', '-5.00', 'r7k2_1_1_r1'],
      ['r7k2_8_1', '交易', '8.00', ''],
    ]);
    providers().clocks.pass(31_000);
    expect((await fetch(String(answer.billDownloadUrl))).status).toBe(403);
  });

  /** The first file of an archive, found through the directory at its end. */
  function firstFile(archive: Buffer): string {
    const directory = archive.readUInt32LE(archive.lastIndexOf(Buffer.from('504b0506', 'hex')) + 16);
    expect(archive.readUInt32LE(directory)).toBe(0x02014b50);
    const [packed, size] = [archive.readUInt32LE(directory + 20), archive.readUInt32LE(directory + 24)];
    const start = 30 + archive.readUInt16LE(26);
    const bytes = inflateRawSync(archive.subarray(start, start + packed));
    expect(bytes.length).toBe(size);
    return new TextDecoder('gbk').decode(bytes);
  }

  it('writes every character of its bills in GBK', () => {
    const text = '商户订单号（元）\t按摩, 15分钟 ¤';
    expect(new TextDecoder('gbk').decode(encodeGbk(text))).toBe(text);
  });
});

describe('Stripe', () => {
  it('lists money moved, a page at a time, with its sources, however much it is', async () => {
    const stripe = stripeClient(providers());
    const day = new Date(providers().clocks.now()).toISOString().slice(0, 10);
    const generate = { count: 250, prefix: 'r7k2', amount: 1500, currency: 'myr' };
    const body = JSON.stringify({ provider: 'stripe', day, generate });
    await fetch(`${providers().controlUrl}/bill`, { method: 'POST', body });
    const start = Date.parse(`${day}T00:00:00Z`) / 1000;
    const keys: string[] = [];
    const range = { created: { gte: start, lt: start + 86_400 }, limit: 100, expand: ['data.source'] };
    for await (const row of stripe.balanceTransactions.list(range)) {
      const source = row.source as Stripe.Charge;
      if (row.type === 'charge' && source.object === 'charge') keys.push(String(source.metadata.key));
    }
    expect([keys.length, new Set(keys).size, keys[0]]).toEqual([250, 250, 'r7k2_1_1']);
  });
});
