import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type BillMovement, type BillRow, type BillTotals, Refused, Retry } from '../provider.ts';
import { fenOf, fromBeijingTime } from '../shared/beijing.ts';
import { linesOf } from '../shared/bill-lines.ts';
import { download } from '../shared/http.ts';
import { noBillCode, signedRequest, type TransportDeps, type WechatClient } from './api.ts';

const billAnswer = z.object({ hash_type: z.literal('SHA1'), hash_value: z.string(), download_url: z.url() });

/**
 * The trade bill of a day. The file is not signed; its SHA-1 in the signed answer verifies it, once it is read
 * completely.
 */
export async function* bill(deps: TransportDeps & { call: WechatClient }, day: string): AsyncGenerator<Uint8Array> {
  const found = await findBill(deps.call, day).catch(withoutBill);
  if (!found) return;
  const hash = createHash('sha1');
  const { pathname, search, href } = new URL(found.download_url);
  const request = signedRequest(deps, { method: 'GET', target: pathname + search });
  for await (const chunk of download(deps.fetch, href, request)) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== found.hash_value.toLowerCase()) throw new Retry('the bill does not have its SHA-1');
}

export const findBill = (call: WechatClient, day: string) =>
  call({ method: 'GET', target: `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL` }, billAnswer);

/** A day without trade has no bill; any other refusal means that it is not available yet. */
function withoutBill(error: unknown): undefined {
  if (!(error instanceof Refused)) throw error;
  if (error.code !== noBillCode) throw new Retry(error.message);
}

// Its rows ----------------------------------------------------------------------------------

/** The summary counts payments and refunds alike. Assumed; not confirmed. */
const summaryCountsRefunds = true;

type Cells = Map<string, string>;

/**
 * Reads a trade bill of type ALL. A line of cells begins with a back-tick, a line of column names does not: the names
 * for the rows come first, those for the summary later.
 */
export async function* billRows(content: AsyncIterable<Uint8Array>): AsyncGenerator<BillRow> {
  let columns: string[] = [];
  for await (const line of linesOf(content, 'utf-8')) {
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
  if (cells.get('货币种类') !== 'CNY') return undefined; // another business of the same merchant
  const state = cells.get('交易状态');
  if (state === 'SUCCESS') return movementOf('paid', cells, ['商户订单号', '微信订单号', '订单金额']);
  if (state === 'REFUND') return movementOf('refunded', cells, ['商户退款单号', '微信退款单号', '申请退款金额']);
  return undefined; // revoked payments by pay code, which we never use
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
    currency: 'CNY',
    fee: fenIn(cells, '手续费'),
    at: timeIn(cells),
  };
}

function totalsOf(cells: Cells): BillTotals {
  const totals = {
    currency: 'CNY' as const,
    paid: fenIn(cells, '订单总金额'),
    refunded: fenIn(cells, '申请退款总金额'),
  };
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

function timeIn(cells: Cells): Date {
  const at = fromBeijingTime(textIn(cells, '交易时间'));
  if (!at) throw new Error('a row of the bill has no 交易时间');
  return at;
}
