import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { type BillRow, type Bills, yuan } from '../core/bills.ts';
import { beijingDay, beijingText } from '../core/clock.ts';
import type { Context } from '../core/context.ts';
import { type Answer, type Call, json } from '../core/http.ts';
import { hex } from '../core/random.ts';
import { invalidRequest, parameterError, WechatError } from './errors.ts';

const readyHour = 10;
const keptDays = 90;
const linkLifeMs = 5 * 60_000;
const linesAChunk = 500;

const header =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注';
const summaryHeader = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额';

export function makeBillCalls(context: Context, bills: Bills) {
  const { clocks, keys, rules } = context;
  const links = new Map<string, { day: string; type: string; gzip: boolean; until: number }>();

  function tradeBill({ url }: Call): Answer {
    const day = url.searchParams.get('bill_date') ?? '';
    const type = url.searchParams.get('bill_type') ?? 'ALL';
    if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw parameterError('bill_date格式错误');
    if (!['ALL', 'SUCCESS', 'REFUND'].includes(type)) throw parameterError('bill_type错误');
    checkReady(day);
    const hash = createHash('sha1');
    let rows = 0;
    for (const line of lines(day, type)) {
      hash.update(line);
      rows += 1;
    }
    if (rows <= 3) throw new WechatError(400, 'NO_STATEMENT_EXIST', '账单文件不存在');
    const token = hex(32);
    const gzip = url.searchParams.get('tar_type') === 'GZIP';
    links.set(token, { day, type, gzip, until: clocks.now() + linkLifeMs });
    const download_url = `${context.url()}/v3/billdownload/file?token=${token}`;
    return json(200, { hash_type: 'SHA1', hash_value: hash.digest('hex'), download_url });
  }

  function checkReady(day: string): void {
    const now = clocks.now();
    if (now - Date.parse(`${day}T00:00:00+08:00`) > keptDays * 86_400_000) throw invalidRequest('账单日期超出三个月');
    if (rules.billsAtOnce) return;
    if (day > beijingDay(now - 86_400_000)) throw parameterError('bill_date只能是昨天或更早');
    const isYesterday = day === beijingDay(now - 86_400_000);
    if (isYesterday && Number(beijingText(now).slice(11, 13)) < readyHour)
      throw new WechatError(400, 'STATEMENT_CREATING', '账单生成中');
  }

  function file({ url }: Call): Answer {
    const link = links.get(url.searchParams.get('token') ?? '');
    if (!link || link.until <= clocks.now()) throw invalidRequest('下载链接已失效');
    const stream = Readable.from(chunks(lines(link.day, link.type)));
    return {
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: link.gzip ? stream.pipe(createGzip()) : stream,
    };
  }

  /** The file line by line: a byte order mark, the header, the rows, a summary of two lines. */
  function* lines(day: string, type: string): Iterable<string> {
    const sums = { count: 0, paid: 0, refunded: 0, fee: 0 };
    yield `\uFEFF${header}\r\n`;
    for (const row of bills.rowsOf(day)) {
      if ((type === 'SUCCESS' && row.kind !== 'paid') || (type === 'REFUND' && row.kind !== 'refunded')) continue;
      sums.count += 1;
      sums.fee += row.fee;
      sums[row.kind] += row.amount;
      yield cells(columns(row));
    }
    yield `${summaryHeader}\r\n`;
    const { count, paid, refunded, fee } = sums;
    yield cells([count, yuan(paid), yuan(refunded), '0.00', yuan(fee), yuan(paid), yuan(refunded)]);
  }

  function columns({ kind, amount, ...row }: BillRow): (string | number)[] {
    const isPaid = kind === 'paid';
    const [paid, refunded] = isPaid ? [yuan(amount), '0.00'] : ['0.00', yuan(amount)];
    const refund = isPaid
      ? ['0', '0', '0.00', '0.00', '', '']
      : [row.refundRef ?? '', row.refundNumber ?? '', refunded, '0.00', 'ORIGINAL', 'SUCCESS'];
    return [
      ...[beijingText(row.at), keys.wechat.appId, keys.wechat.mchId, '0', '', row.ref, row.number, 'oPayer', 'JSAPI'],
      ...[isPaid ? 'SUCCESS' : 'REFUND', 'OTHERS', 'CNY', paid, '0.00', ...refund],
      // A comma in the product's name: cells must not be split at commas.
      ...['按摩, 15分钟', '', `${yuan(row.fee)}000`, '0.60%', paid, refunded, ''],
    ];
  }

  return { tradeBill, file };
}

const cells = (values: (string | number)[]): string => `${values.map((value) => `\`${value}`).join(',')}\r\n`;

/** Writes several lines at once: a write for each line would take most of the time. */
function* chunks(lines: Iterable<string>): Iterable<Buffer> {
  let batch: string[] = [];
  for (const line of lines) {
    batch.push(line);
    if (batch.length < linesAChunk) continue;
    yield Buffer.from(batch.join(''));
    batch = [];
  }
  yield Buffer.from(batch.join(''));
}
