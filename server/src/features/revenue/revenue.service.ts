import type { Period } from '../../platform/calendar.ts';
import { type Span, spanOf, startOfDay } from '../../platform/calendar.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Pool } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
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

const isComparable = (first: Date | undefined, span: Span): boolean => first !== undefined && first <= span.since;

export function makeRevenue({ pool, clock, outlets }: { pool: Pool; clock: Clock; outlets: Outlets }) {
  const knownFirst = new Map<string, Date>();

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
    const now = clock();
    const before = rules.baselineSpans(question, now, scope.offset).period;
    const [rows, earlier, first] = await Promise.all([
      sql.figuresByOutlet(pool, askedOf(rules.piecesOf(spanOf(question, now, scope.offset)), scope)),
      sql.figuresByOutlet(pool, askedOf(rules.piecesOf(before), scope)),
      firstIncomes(scope),
    ]);
    const previous = new Map(earlier.map((row) => [row.id, toIncome(row).total]));
    const comparable = (id: number) => isComparable(first.get(id), before);
    return {
      scope,
      rows: rows.map((row) => ({
        ...row,
        income: toIncome(row),
        previous: comparable(row.id) ? (previous.get(row.id) ?? 0) : null,
      })),
    };
  }

  /** When each outlet first had income in the currency. It hardly ever changes once there is one, so it is kept. */
  async function firstIncomes({ outletIds, currency }: Scope): Promise<Map<number, Date>> {
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

  /** Whether all of a span lies in the time in which the outlets had income: a part of it compares badly. */
  async function comparables(scope: Scope, spans: Span[]): Promise<boolean[]> {
    const first = [...(await firstIncomes(scope)).values()].map((at) => at.getTime());
    const earliest = first.length > 0 ? new Date(first.reduce((a, b) => Math.min(a, b))) : undefined;
    return spans.map((span) => isComparable(earliest, span));
  }

  async function comparison(caller: Caller, question: Question & Period, offset: number | undefined) {
    const scope = await outlets.scopeOf(caller, question, offset);
    const spans = rules.baselineSpans(question, clock(), scope.offset);
    const asked = rules.baselines.map((name) => spans[name]);
    const [incomes, comparable] = await Promise.all([incomeOf(scope, asked), comparables(scope, asked)]);
    const totalOf = (index: number) => (comparable[index] ? (incomes[index]?.total ?? 0) : null);
    return { scope, day: totalOf(0), weekday: totalOf(1), period: totalOf(2) };
  }

  async function hours(caller: Caller, question: Question & Period, offset: number | undefined) {
    const scope = await outlets.scopeOf(caller, question, offset);
    const now = clock();
    const span = spanOf(question, now, scope.offset);
    if (!rules.isShort(span)) throw fail('badRequest', { field: 'period' });
    const spans = rules.hoursOf(span, now);
    const incomes = await incomeOf(scope, spans);
    return {
      scope,
      rows: spans.map(({ since }, index) => ({ at: since, income: incomes[index] ?? toIncome(nothing) })),
    };
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

  /** Today, the weekday of yesterday a week earlier, then each period of the overview and the period before it. */
  async function overview(scope: Scope, now: Date) {
    const spans = rules.overviewSpans(now, scope.offset);
    const names = ['yesterday', 'week', 'month', 'year'] as const;
    const asked = [todayOf(scope, now), spans.lastWeek, ...names.flatMap((name) => [spans[name], spans[name].before])];
    const baselines = [spans.lastWeek, ...names.map((name) => spans[name].before)];
    const [[today, lastWeek, ...incomes], [knowsLastWeek, ...comparable]] = await Promise.all([
      incomeOf(scope, asked),
      comparables(scope, baselines),
    ]);
    const compared = (index: number) => {
      const { online, cash, total } = incomes[2 * index] ?? toIncome(nothing);
      return { online, cash, total, previous: incomes[2 * index + 1]?.total ?? 0, comparable: comparable[index] };
    };
    const yesterday = { ...compared(0), lastWeek: knowsLastWeek ? (lastWeek?.total ?? 0) : null };
    return {
      today: today ?? toIncome(nothing),
      overview: { yesterday, week: compared(1), month: compared(2), year: compared(3) },
    };
  }

  return {
    figuresOf,
    byOutlet,
    report,
    comparison,
    hours,
    overview,
    incomeOf,
    now: clock,
    scopeOf: outlets.scopeOf,
    incomeIn,
    today: (scope: Scope, now: Date) => incomeIn(scope, todayOf(scope, now)),
    others: (scope: Scope, now: Date) =>
      sql.countOthers.one(pool, scope.outletIds, abnormalBefore(now), scope.inCurrency),
  };
}

export type Revenue = ReturnType<typeof makeRevenue>;
