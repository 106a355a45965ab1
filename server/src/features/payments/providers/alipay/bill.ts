import { z } from 'zod';
import type { Clock } from '../../../../platform/clock.ts';
import { type BillMovement, type BillRow, Refused, Retry } from '../provider.ts';
import { fenOf, fromBeijingTime } from '../shared/beijing.ts';
import { linesOf, unzipped } from '../shared/bill-lines.ts';
import { download } from '../shared/http.ts';
import { type Gateway, noBillCodes } from './api.ts';

/** The bill of all acquiring products. Older documents say that merchants of WAP use `signcustomer`. */
const billType = 'trade';
/** A bill that is still missing this long after its day began is not late: there was no trade. */
const emptyAfterMs = 3 * 24 * 3600_000;

const billAnswer = z.object({ bill_download_url: z.url() });

export const findBill = (gateway: Gateway, day: string) =>
  gateway('alipay.data.dataservice.bill.downloadurl.query', billAnswer, { bill_type: billType, bill_date: day });

/** A zip file with two CSV files in GBK. Its address works for 30 s. */
export async function* bill(
  { gateway, fetch, clock }: { gateway: Gateway; fetch: typeof globalThis.fetch; clock: Clock },
  day: string,
): AsyncGenerator<Uint8Array> {
  const found = await findBill(gateway, day).catch((error) => withoutBill(error, day, clock()));
  if (!found) return;
  let bytes = 0;
  for await (const chunk of download(fetch, found.bill_download_url, {})) {
    bytes += chunk.length;
    yield chunk;
  }
  if (bytes === 0) throw new Retry('the file of the bill is empty');
}

function withoutBill(error: unknown, day: string, now: Date): undefined {
  if (!(error instanceof Refused)) throw error;
  const began = new Date(`${day}T00:00:00+08:00`).getTime();
  if (!noBillCodes.has(error.code) || now.getTime() < began + emptyAfterMs) throw new Retry(error.message);
}

// Its rows ----------------------------------------------------------------------------------

/** The columns of a trade bill that we read. Assumed; not confirmed with a real bill. */
const columns = {
  ref: '支付宝交易号',
  key: '商户订单号',
  kind: '业务类型',
  name: '商品名称',
  at: '完成时间',
  amount: '订单金额（元）',
  refundKey: '退款批次号/请求号',
  fee: '服务费（元）',
} as const;

type Cells = Map<string, string>;

/** Reads both files of a bill. The summary has no column of trades and is skipped, like comments. */
export async function* billRows(content: AsyncIterable<Uint8Array>): AsyncGenerator<BillRow> {
  let names: string[] | undefined;
  for await (const line of linesOf(unzipped(content), 'gbk')) {
    if (line.startsWith('#') || line.trim() === '') continue;
    const cells = line.split(',').map((cell) => cell.trim());
    if (isHeader(cells)) names = cells.includes(columns.ref) ? cells : undefined;
    else if (names) yield movementOf(cellsOf(names, cells));
  }
}

/** Both files name their columns in a first line: trades, or outlets (门店编号) in the summary. */
const isHeader = ([first = '']: string[]): boolean => first === columns.ref || first === '门店编号';

/** Cells are not quoted, so further commas belong to the name of the product. */
function cellsOf(names: string[], cells: string[]): Cells {
  const extra = cells.length - names.length;
  if (extra < 0) throw new Error('a row of the bill has fewer cells than columns');
  const at = names.indexOf(columns.name);
  const name = cells.slice(at, at + extra + 1).join(',');
  const joined = [...cells.slice(0, at), name, ...cells.slice(at + extra + 1)];
  return new Map(names.map((column, index) => [column, joined[index] ?? '']));
}

/** In the file, refunds and fees are negative when money leaves the merchant. */
function movementOf(cells: Cells): BillMovement {
  const isRefund = cells.get(columns.kind) === '退款';
  return {
    kind: isRefund ? 'refunded' : 'paid',
    key: cells.get(isRefund ? columns.refundKey : columns.key) || null,
    ref: cells.get(columns.ref) ?? '',
    ...(isRefund && { payment: cells.get(columns.key) ?? '' }),
    amount: Math.abs(fenIn(cells, columns.amount)),
    currency: 'CNY',
    fee: 0 - fenIn(cells, columns.fee),
    at: timeIn(cells),
  };
}

function fenIn(cells: Cells, column: string): number {
  const fen = fenOf(cells.get(column) ?? '');
  if (fen === undefined) throw new Error(`a row of the bill has no amount in ${column}`);
  return fen;
}

function timeIn(cells: Cells): Date {
  const at = fromBeijingTime(cells.get(columns.at) ?? '');
  if (!at) throw new Error(`a row of the bill has no ${columns.at}`);
  return at;
}
