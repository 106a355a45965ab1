import type { BillMovement, BillRow, BillTotals } from '../../port.ts';
import { fromBeijingTime } from '../shared/beijing-time.ts';
import { fenOf } from '../shared/yuan.ts';

/** The summary counts payments and refunds alike. Assumed, not confirmed. */
const summaryCountsRefunds = true;

type Cells = Map<string, string>;

/**
 * Reads the lines of a trade bill of type ALL. A line of cells begins with a back-tick, a line of column names does not:
 * the names of the rows come first, those of the summary last.
 */
export async function* billRows(lines: AsyncIterable<string>): AsyncGenerator<BillRow> {
  let columns: string[] = [];
  for await (const line of lines) {
    if (line.trim() === '') continue;
    if (!line.startsWith('`')) {
      columns = line.split(',').map((name) => name.trim());
      continue;
    }
    const row = rowOf(cellsOf(columns, line));
    if (row) yield row;
  }
}

/** Separated by a comma and a back-tick: a product's name may contain a comma. */
function cellsOf(columns: string[], line: string): Cells {
  const cells = line.slice(1).split(',`');
  if (cells.length !== columns.length) throw new Error('a row of the bill has more or fewer cells than columns');
  return new Map(columns.map((name, index) => [name, cells[index]?.trim() ?? '']));
}

function rowOf(cells: Cells): BillRow | undefined {
  if (cells.has('总交易单数')) return totalsOf(cells);
  const state = cells.get('交易状态');
  if (state === 'SUCCESS') return movementOf('paid', cells, ['商户订单号', '微信订单号', '订单金额']);
  if (state === 'REFUND') return movementOf('refunded', cells, ['商户退款单号', '微信退款单号', '申请退款金额']);
  return undefined; // revoked payments by pay code, which we never ask for
}

function movementOf(
  kind: 'paid' | 'refunded',
  cells: Cells,
  [key, ref, amount]: [string, string, string],
): BillMovement {
  return {
    kind,
    key: cells.get(key) || null,
    ref: textIn(cells, ref),
    ...(kind === 'refunded' && { payment: textIn(cells, '商户订单号') }),
    amount: fenIn(cells, amount),
    currency: currencyIn(cells),
    fee: fenIn(cells, '手续费'),
    at: timeIn(cells),
  };
}

function totalsOf(cells: Cells): BillTotals {
  const totals = { paid: fenIn(cells, '订单总金额'), refunded: fenIn(cells, '申请退款总金额') };
  return { kind: 'totals', ...totals, ...(summaryCountsRefunds && { rows: Number(textIn(cells, '总交易单数')) }) };
}

function textIn(cells: Cells, column: string): string {
  const text = cells.get(column);
  if (!text) throw new Error(`a row of the bill has no ${column}`);
  return text;
}

function fenIn(cells: Cells, column: string): number {
  // Fees have five decimals, of which the last three are always zero.
  const fen = fenOf(textIn(cells, column).replace(/(\.\d\d)0+$/, '$1'));
  if (fen === undefined) throw new Error(`a row of the bill has no amount in ${column}`);
  return fen;
}

function currencyIn(cells: Cells): 'CNY' {
  if (cells.get('货币种类') !== 'CNY') throw new Error('a row of the bill is not in CNY');
  return 'CNY';
}

function timeIn(cells: Cells): Date {
  const at = fromBeijingTime(textIn(cells, '交易时间'));
  if (!at) throw new Error('a row of the bill has no 交易时间');
  return at;
}
