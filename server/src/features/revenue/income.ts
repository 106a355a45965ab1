import type { Span } from '../../platform/calendar.ts';
import type { Pool } from '../../platform/db.ts';
import type { Scope } from '../outlets/index.ts';
import * as rules from './revenue.rules.ts';
import * as sql from './revenue.sql.ts';

export interface IncomeDeps {
  pool: Pool;
  /** When each outlet first had income in a currency; see `firstIncomes`. */
  knownFirst: Map<string, Date>;
}

export interface Income {
  online: number;
  cash: number;
  total: number;
  /** `gross` less `refunds` is `total`. */
  gross: number;
  refunds: number;
  onlineOrders: number;
  cashOrders: number;
}

const noFigures: sql.Figures = { online_orders: 0, online_amount: 0, cash_orders: 0, cash_amount: 0, refunds: 0 };
export const toIncome = (row: sql.Figures): Income => ({
  online: row.online_amount,
  cash: row.cash_amount,
  total: row.online_amount + row.cash_amount,
  gross: row.online_amount + row.cash_amount + row.refunds,
  refunds: row.refunds,
  onlineOrders: row.online_orders,
  cashOrders: row.cash_orders,
});

export const noIncome = toIncome(noFigures);

function addTo(sum: sql.Figures, figures: sql.Figures, sign: number): void {
  sum.online_orders += sign * figures.online_orders;
  sum.online_amount += sign * figures.online_amount;
  sum.cash_orders += sign * figures.cash_orders;
  sum.cash_amount += sign * figures.cash_amount;
  sum.refunds += sign * figures.refunds;
}

/** The rows of one piece, from those read for all ranges. */
function rowsOf(piece: rules.Piece, runs: rules.Piece[], rows: sql.BucketRow[]): sql.BucketRow[] {
  const [since, until] = [piece.since.getTime() / 1000, piece.until.getTime() / 1000];
  return rows.filter(({ no, epoch }) => {
    const run = runs[no - 1];
    if (run?.tier !== piece.tier) return false;
    return epoch === null ? rules.sameSpan(run, piece) : epoch >= since && epoch < until;
  });
}

type Asked = Pick<Scope, 'outletIds' | 'currency'>;

export const askedOf = (pieces: rules.Piece[], { outletIds, currency }: Asked): sql.Asked => ({
  pieces,
  outletIds,
  currency,
});

/** Each span with its income, all in one query. */
export async function incomeOf<T extends Span>(
  { pool }: Pick<IncomeDeps, 'pool'>,
  asked: Asked,
  spans: readonly T[],
): Promise<(T & { income: Income })[]> {
  const pieces = spans.map((span) => ({ span, ofSpan: rules.piecesOf(span) }));
  const runs = rules.runsOf(pieces.flatMap(({ ofSpan }) => ofSpan));
  const rows = await sql.figuresInPieces(pool, askedOf(runs, asked));
  return pieces.map(({ span, ofSpan }) => {
    const sum = { ...noFigures };
    for (const piece of ofSpan) for (const row of rowsOf(piece, runs, rows)) addTo(sum, row, piece.sign);
    return { ...span, income: toIncome(sum) };
  });
}

export async function incomeIn({ pool }: IncomeDeps, scope: Scope, span: Span): Promise<Income> {
  return toIncome(await sql.figuresOfSpan(pool, askedOf(rules.piecesOf(span), scope)));
}

// Comparability -----------------------------------------------------------------------------

export const isComparable = (first: Date | undefined, span: Span): boolean =>
  first !== undefined && first <= span.since;

/** When each outlet first had income in the currency. It hardly ever changes, so it is cached. */
export async function firstIncomes(
  { pool, knownFirst }: IncomeDeps,
  { outletIds, currency }: Scope,
): Promise<Map<number, Date>> {
  const keyOf = (id: number) => `${id} ${currency}`;
  const missing = outletIds.filter((id) => !knownFirst.has(keyOf(id)));
  const rows = missing.length > 0 ? await sql.firstIncomes(pool, missing, currency) : [];
  for (const { outlet_id, at } of rows) if (at) knownFirst.set(keyOf(outlet_id), at);
  return new Map(
    outletIds.flatMap((id) => {
      const at = knownFirst.get(keyOf(id));
      return at ? [[id, at] as const] : [];
    }),
  );
}

/** Whether the outlets had income throughout a span: a partial span is not comparable. */
export async function comparables(deps: IncomeDeps, scope: Scope, spans: Span[]): Promise<boolean[]> {
  const first = [...(await firstIncomes(deps, scope)).values()].map((at) => at.getTime());
  const earliest = first.length > 0 ? new Date(first.reduce((a, b) => Math.min(a, b))) : undefined;
  return spans.map((span) => isComparable(earliest, span));
}
