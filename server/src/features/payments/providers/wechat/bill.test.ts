import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Formatter } from 'wechatpay-axios-plugin';
import { collect } from '../../../../testing/collect.ts';
import { billRows } from './bill.ts';

const header =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注';
const paid = (name = '按摩 15 分钟') =>
  `\`2026-11-14 09:15:00,\`wx1,\`1900000001,\`0,\`,\`4200001,\`ab12_1_1,\`o1,\`JSAPI,\`SUCCESS,\`OTHERS,\`CNY,\`15.00,\`0.00,\`0,\`0,\`0.00,\`0.00,\`,\`,\`${name},\`,\`0.09000,\`0.60%,\`15.00,\`0.00,\``;
const refunded =
  '`2026-11-14 10:00:01,`wx1,`1900000001,`0,`,`4200001,`ab12_1_1,`o1,`JSAPI,`REFUND,`OTHERS,`CNY,`0.00,`0.00,`5030001,`ab12_r7,`5.00,`0.00,`ORIGINAL,`SUCCESS,`按摩,`,`-0.03000,`0.60%,`0.00,`5.00,`';
const summary = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额';
const totals = '`2,`15.00,`5.00,`0.00,`0.06000,`15.00,`5.00';
const file = (lines: string[], end = '\r\n') => Buffer.from(`\ufeff${lines.join(end)}${end}`);

async function read(bytes: Uint8Array, chunk = 7) {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  }
  return collect(billRows(chunks()));
}

describe('a trade bill', () => {
  it.each(['\r\n', '\n'])('is read row by row, with its totals', async (end) => {
    expect(await read(file([header, paid(), refunded, summary, totals], end))).toEqual([
      {
        kind: 'paid',
        key: 'ab12_1_1',
        ref: '4200001',
        amount: 1500,
        currency: 'CNY',
        fee: 9,
        at: new Date('2026-11-14T01:15:00Z'),
      },
      {
        kind: 'refunded',
        key: 'ab12_r7',
        ref: '5030001',
        payment: 'ab12_1_1',
        amount: 500,
        currency: 'CNY',
        fee: -3,
        at: new Date('2026-11-14T02:00:01Z'),
      },
      { kind: 'totals', currency: 'CNY', rows: 2, paid: 1500, refunded: 500 },
    ]);
  });

  it('is the same however its bytes arrive', async () => {
    const bytes = file([header, paid(), refunded, summary, totals]);
    const whole = await read(bytes, bytes.length);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 200 }), async (chunk) => {
        expect(await read(bytes, chunk)).toEqual(whole);
      }),
      { numRuns: 20 },
    );
  });

  it('may have commas in the name of a product, as wechatpay-axios-plugin reads it', async () => {
    const bytes = file([header, paid('Massage, 15 minutes, deep'), summary, totals]);
    const theirs = Formatter.castCsvBill(bytes) as { rows: Record<string, string>[] };
    expect(theirs.rows[0]?.订单金额).toBe('15.00');
    expect((await read(bytes))[0]).toMatchObject({ key: 'ab12_1_1', amount: 1500, fee: 9 });
  });

  it('skips sales of another business of the merchant in another currency', async () => {
    expect(await read(file([header, paid().replace('CNY', 'USD')]))).toEqual([]);
  });

  it('that is damaged is refused', async () => {
    await expect(read(file([header, paid().replaceAll('15.00', '15.001')]))).rejects.toThrow('订单金额');
    await expect(read(file([header, paid().slice(0, 60)]))).rejects.toThrow('cells');
  });
});
