import type { BillMovement, BillRow } from '../../port.ts';
import { fromBeijingTime } from '../shared/beijing-time.ts';
import { fenOf } from '../shared/yuan.ts';

/** The columns of a trade bill that we read. Assumed, not confirmed with a real bill. */
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

/** Reads the lines of both files of a bill. The summary has no column of trades and is skipped, like comments. */
export async function* billRows(lines: AsyncIterable<string>): AsyncGenerator<BillRow> {
  let names: string[] | undefined;
  for await (const line of lines) {
    if (line.startsWith('#') || line.trim() === '') continue;
    const cells = line.split(',').map((cell) => cell.trim());
    if (isHeader(cells)) names = cells.includes(columns.ref) ? cells : undefined;
    else if (names) yield movementOf(cellsOf(names, cells));
  }
}

/** Both files name their columns in a first line: trades, or outlets (门店编号) in the summary. */
const isHeader = ([first = '']: string[]): boolean => first === columns.ref || first === '门店编号';

/** Cells are not quoted: further commas belong to the name of the product. */
function cellsOf(names: string[], cells: string[]): Cells {
  const extra = cells.length - names.length;
  if (extra < 0) throw new Error('a row of the bill has fewer cells than columns');
  const at = names.indexOf(columns.name);
  const name = cells.slice(at, at + extra + 1).join(',');
  const joined = [...cells.slice(0, at), name, ...cells.slice(at + extra + 1)];
  return new Map(names.map((column, index) => [column, joined[index] ?? '']));
}

/** Refunds and fees are negative in the file where money leaves the merchant. */
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
