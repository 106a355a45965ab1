import type { Period } from '../../platform/calendar.ts';
import { type Span, spanOf, startOfDay } from '../../platform/calendar.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Pool } from '../../platform/db.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { abnormalBefore } from '../devices/index.ts';
import type { Outlets, Question, Scope } from '../outlets/index.ts';
import * as rules from './revenue.rules.ts';
import * as sql from './revenue.sql.ts';

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

const nothing: sql.Figures = { online_orders: 0, online_amount: 0, cash_orders: 0, cash_amount: 0, refunds: 0 };
const toIncome = (row: sql.Figures): Income => ({
  online: row.online_amount,
  cash: row.cash_amount,
  total: row.online_amount + row.cash_amount,
  gross: row.online_amount + row.cash_amount + row.refunds,
  refunds: row.refunds,
  onlineOrders: row.online_orders,
  cashOrders: row.cash_orders,
});

function addTo(sum: sql.Figures, figures: sql.Figures, sign: number): void {
  sum.online_orders += sign * figures.online_orders;
  sum.online_amount += sign * figures.online_amount;
  sum.cash_orders += sign * figures.cash_orders;
  sum.cash_amount += sign * figures.cash_amount;
  sum.refunds += sign * figures.refunds;
}

/** The rows of a piece, out of the rows that were read for all ranges. */
function rowsOf(piece: rules.Piece, runs: rules.Piece[], rows: sql.BucketRow[]): sql.BucketRow[] {
  const [since, until] = [piece.since.getTime() / 1000, piece.until.getTime() / 1000];
  return rows.filter(({ no, epoch }) => {
    const run = runs[no - 1];
    if (run?.tier !== piece.tier) return false;
    return epoch === null ? rules.sameSpan(run, piece) : epoch >= since && epoch < until;
  });
}

const askedOf = (pieces: rules.Piece[], { outletIds, currency }: Scope): sql.Asked => ({ pieces, outletIds, currency });

export function makeRevenue({ pool, clock, outlets }: { pool: Pool; clock: Clock; outlets: Outlets }) {
  /** The income of each span, all in one query. */
  async function incomeOf(scope: Scope, spans: Span[]): Promise<Income[]> {
    const pieces = spans.map((span) => rules.piecesOf(span));
    const runs = rules.runsOf(pieces.flat());
    const rows = await sql.figuresInPieces(pool, askedOf(runs, scope));
    return pieces.map((ofSpan) => {
      const sum = { ...nothing };
      for (const piece of ofSpan) for (const row of rowsOf(piece, runs, rows)) addTo(sum, row, piece.sign);
      return toIncome(sum);
    });
  }

  async function incomeIn(scope: Scope, span: Span): Promise<Income> {
    return toIncome(await sql.figuresOfSpan(pool, askedOf(rules.piecesOf(span), scope)));
  }

  async function figuresOf(caller: Caller, question: Question & Period, offset: number | undefined) {
    const scope = await outlets.scopeOf(caller, question, offset);
    const pieces = rules.piecesOf(spanOf(question, clock(), scope.offset));
    const figures = await sql.figuresAndDevices(pool, askedOf(pieces, scope), scope.inCurrency);
    return { scope, devices: figures.devices, income: toIncome(figures) };
  }

  async function byOutlet(caller: Caller, question: Question & Period, offset: number | undefined) {
    const scope = await outlets.scopeOf(caller, question, offset);
    const pieces = rules.piecesOf(spanOf(question, clock(), scope.offset));
    const rows = await sql.figuresByOutlet(pool, askedOf(pieces, scope));
    return { scope, rows: rows.map((row) => ({ ...row, income: toIncome(row) })) };
  }

  async function report(caller: Caller, question: Question & Period, offset: number | undefined) {
    const scope = await outlets.scopeOf(caller, question, offset);
    const rows = rules.reportRows(spanOf(question, clock(), scope.offset), scope.offset);
    const incomes = await incomeOf(scope, rows);
    return { scope, rows: rows.map(({ day }, index) => ({ day, income: incomes[index] ?? toIncome(nothing) })) };
  }

  const todayOf = (scope: Scope, now: Date): Span => ({
    since: startOfDay(now, scope.offset),
    until: startOfDay(now, scope.offset, 1),
  });

  /** Today, then each period of the overview followed by the period before it. */
  async function overview(scope: Scope, now: Date) {
    const spans = rules.overviewSpans(now, scope.offset);
    const names = ['yesterday', 'week', 'month', 'year'] as const;
    const asked = [todayOf(scope, now), ...names.flatMap((name) => [spans[name], spans[name].before])];
    const [today = toIncome(nothing), ...incomes] = await incomeOf(scope, asked);
    const compared = (index: number) => {
      const { online, cash, total } = incomes[2 * index] ?? toIncome(nothing);
      return { online, cash, total, previous: incomes[2 * index + 1]?.total ?? 0 };
    };
    return {
      today,
      overview: { yesterday: compared(0), week: compared(1), month: compared(2), year: compared(3) },
    };
  }

  return {
    figuresOf,
    byOutlet,
    report,
    overview,
    incomeOf,
    now: clock,
    scopeOf: outlets.scopeOf,
    incomeIn,
    today: (scope: Scope, now: Date) => incomeIn(scope, todayOf(scope, now)),
    others: (scope: Scope, now: Date) => sql.countOthers.one(pool, scope.outletIds, abnormalBefore(now)),
  };
}

export type Revenue = ReturnType<typeof makeRevenue>;
