import { type BillRow, type Bills, yuan } from '../core/bills.ts';
import { beijingDay, beijingText } from '../core/clock.ts';
import type { Context } from '../core/context.ts';
import { encodeGbk } from '../core/gbk.ts';
import type { Answer, Call } from '../core/http.ts';
import { hex } from '../core/random.ts';
import { zip } from '../core/zip.ts';
import { badParameter, businessError } from './gateway.ts';

const readyHour = 9;
const linkLifeMs = 30_000;
const linesAChunk = 500;
export const billPath = '/alipay/bill';

const header =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注';

export function makeBillCalls(context: Context, bills: Bills) {
  const { clocks, keys, rules } = context;
  const links = new Map<string, { day: string; until: number }>();

  function downloadUrl(biz: Record<string, unknown>): Record<string, unknown> {
    const { bill_type: type, bill_date: day } = biz as Record<string, string | undefined>;
    if (!['trade', 'signcustomer'].includes(type ?? '')) throw badParameter('invalid-parameter', '参数无效：bill_type');
    if (!day || !/^\d{4}-\d\d-\d\d$/.test(day)) throw badParameter('invalid-parameter', '参数无效：bill_date');
    if (!isReady(day)) throw businessError('BILL_NOT_EXIST', '账单不存在');
    const token = hex(24);
    links.set(token, { day, until: clocks.now() + linkLifeMs });
    return { bill_download_url: `${context.url()}${billPath}?token=${token}` };
  }

  function isReady(day: string): boolean {
    const now = clocks.now();
    const yesterday = beijingDay(now - 86_400_000);
    if (rules.billsAtOnce || day < yesterday) return true;
    return day === yesterday && Number(beijingText(now).slice(11, 13)) >= readyHour;
  }

  function file({ url }: Call): Answer {
    const link = links.get(url.searchParams.get('token') ?? '');
    if (!link || link.until <= clocks.now()) return { status: 403, body: 'expired' };
    const name = (kind: string) => encodeGbk(`${keys.alipay.sellerId}0156_${link.day.replaceAll('-', '')}_${kind}.csv`);
    return {
      status: 200,
      headers: { 'content-type': 'application/zip' },
      body: zip([
        { name: name('业务明细'), chunks: chunks(details(link.day)) },
        { name: name('业务明细(汇总)'), chunks: chunks(summary(link.day)) },
      ]),
    };
  }

  function* details(day: string): Iterable<string> {
    yield* intro(day, '支付宝业务明细查询');
    yield `#-----------------------------------------业务明细列表----------------------------------------\r\n${header}\r\n`;
    for (const row of bills.rowsOf(day)) yield line(columns(row));
    yield '#-----------------------------------------业务明细列表结束------------------------------------\r\n';
  }

  function* summary(day: string): Iterable<string> {
    let [paid, refunded, sum, fees] = [0, 0, 0, 0];
    for (const { kind, amount, fee } of bills.rowsOf(day)) {
      if (kind === 'paid') paid += 1;
      else refunded += 1;
      sum += kind === 'paid' ? amount : -amount;
      fees += fee;
    }
    yield* intro(day, '支付宝业务汇总查询');
    yield '门店编号,门店名称,交易订单总笔数,退款订单总笔数,订单金额（元）,服务费（元）\r\n';
    yield line(['合计', '', String(paid), String(refunded), yuan(sum), yuan(-fees)]);
  }

  function* intro(day: string, title: string): Iterable<string> {
    yield `#${title}\r\n#账号：[${keys.alipay.sellerId}0156]\r\n#起始日期：[${day} 00:00:00]   终止日期：[${day} 23:59:59]\r\n`;
  }

  return { downloadUrl, file };
}

function columns({ kind, number, refundNumber, ref, amount, fee, at }: BillRow): string[] {
  const isPaid = kind === 'paid';
  const value = yuan(isPaid ? amount : -amount);
  const zeros = (count: number) => Array.from({ length: count }, () => '0.00');
  return [
    ...[
      ref,
      number,
      isPaid ? '交易' : '退款',
      '按摩',
      beijingText(at),
      beijingText(at),
      '',
      '',
      '',
      '',
      '*张三(159****5620)',
    ],
    ...[value, value, ...zeros(5), '', ...zeros(2), refundNumber ?? '', yuan(-fee), '0.00', ''],
  ];
}

/** Cells are padded with a tab. */
const line = (cells: string[]): string => `${cells.map((cell) => `${cell}\t`).join(',')}\r\n`;

function* chunks(lines: Iterable<string>): Iterable<Buffer> {
  let batch: string[] = [];
  for (const each of lines) {
    batch.push(each);
    if (batch.length < linesAChunk) continue;
    yield encodeGbk(batch.join(''));
    batch = [];
  }
  yield encodeGbk(batch.join(''));
}
