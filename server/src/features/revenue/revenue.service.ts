import { type Period, type Span, spanOf, startOfDay } from '../../platform/calendar.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Pool } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { abnormalBefore, countAbnormal } from '../devices/index.ts';
import type { Outlets, Question, Scope } from '../outlets/index.ts';
import {
  askedOf,
  comparables,
  firstIncomes,
  type IncomeDeps,
  incomeIn,
  incomeOf,
  isComparable,
  noIncome,
  toIncome,
} from './income.ts';
import * as rules from './revenue.rules.ts';
import * as sql from './revenue.sql.ts';

interface RevenueDeps extends IncomeDeps {
  clock: Clock;
  outlets: Outlets;
}

async function figuresOf(deps: RevenueDeps, caller: Caller, question: Question & Period, offset: number | undefined) {
  const scope = await deps.outlets.scopeOf(caller, question, offset);
  const pieces = rules.piecesOf(spanOf(question, deps.clock(), scope.offset));
  const figures = await sql.figuresAndDevices(deps.pool, askedOf(pieces, scope), scope.inCurrency);
  return { scope, devices: figures.devices, income: toIncome(figures) };
}

async function byOutlet(deps: RevenueDeps, caller: Caller, question: Question & Period, offset: number | undefined) {
  const { pool, clock, outlets } = deps;
  const scope = await outlets.scopeOf(caller, question, offset);
  const now = clock();
  const before = rules.baselineSpans(question, now, scope.offset)[rules.baselineOf(question)];
  const [rows, earlier, first] = await Promise.all([
    sql.figuresByOutlet(pool, askedOf(rules.piecesOf(spanOf(question, now, scope.offset)), scope)),
    sql.figuresByOutlet(pool, askedOf(rules.piecesOf(before), scope)),
    firstIncomes(deps, scope),
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

async function comparison(deps: RevenueDeps, caller: Caller, question: Question & Period, offset: number | undefined) {
  const scope = await deps.outlets.scopeOf(caller, question, offset);
  const spans = rules.baselineSpans(question, deps.clock(), scope.offset);
  const asked = rules.baselines.map((name) => spans[name]);
  const [rows, comparable] = await Promise.all([incomeOf(deps, scope, asked), comparables(deps, scope, asked)]);
  const totals = rows.map(({ income }, index) => (comparable[index] ? income.total : null));
  const [day = null, weekday = null, period = null] = totals;
  return { scope, day, weekday, period };
}

async function hours(deps: RevenueDeps, caller: Caller, question: Question & Period, offset: number | undefined) {
  const scope = await deps.outlets.scopeOf(caller, question, offset);
  const now = deps.clock();
  const span = spanOf(question, now, scope.offset);
  if (!rules.isShort(span)) throw fail('badRequest', { field: 'period' });
  return { scope, rows: await incomeOf(deps, scope, rules.hoursOf(span, now)) };
}

async function report(deps: RevenueDeps, caller: Caller, question: Question & Period, offset: number | undefined) {
  const scope = await deps.outlets.scopeOf(caller, question, offset);
  const rows = rules.reportRows(spanOf(question, deps.clock(), scope.offset), scope.offset);
  return { scope, rows: await incomeOf(deps, scope, rows) };
}

const todayOf = (scope: Scope, now: Date): Span => ({
  since: startOfDay(now, scope.offset),
  until: startOfDay(now, scope.offset, 1),
});

/** Today and yesterday beside the same days of last week, and each period of the overview beside the previous one. */
async function overview(deps: RevenueDeps, scope: Scope, now: Date) {
  const spans = rules.overviewSpans(now, scope.offset);
  const names = ['yesterday', 'week', 'month', 'year'] as const;
  const baselines = [spans.lastWeek.today, spans.lastWeek.yesterday, ...names.map((name) => spans[name].before)];
  const asked = [todayOf(scope, now), ...names.map((name) => spans[name]), ...baselines];
  const [rows, comparable] = await Promise.all([incomeOf(deps, scope, asked), comparables(deps, scope, baselines)]);
  const incomes = rows.map(({ income }) => income);
  const [today = noIncome, ...ofPeriods] = incomes;
  const [todayBefore = noIncome, yesterdayBefore = noIncome, ...previous] = incomes.slice(1 + names.length);
  const [knowsToday, knowsYesterday, ...knows] = comparable;
  const compared = (index: number) => {
    const { online, cash, total } = ofPeriods[index] ?? noIncome;
    return { online, cash, total, previous: (previous[index] ?? noIncome).total, comparable: knows[index] };
  };
  const lastWeek = knowsYesterday ? yesterdayBefore.total : null;
  return {
    today: { ...today, lastWeek: knowsToday ? todayBefore.total : null },
    overview: { yesterday: { ...compared(0), lastWeek }, week: compared(1), month: compared(2), year: compared(3) },
  };
}

/** Feedback counts for every outlet; chairs only for those of the currency. */
async function others({ pool }: RevenueDeps, { outletIds, inCurrency }: Scope, now: Date) {
  const [counts, { abnormal }] = await Promise.all([
    sql.countOthers.one(pool, outletIds, inCurrency),
    countAbnormal.one(pool, inCurrency, abnormalBefore(now)),
  ]);
  return { ...counts, abnormal };
}

/** A caller's request for a period, and its offset. */
type Asked = [caller: Caller, question: Question & Period, offset: number | undefined];

export function makeRevenue({ pool, clock, outlets }: { pool: Pool; clock: Clock; outlets: Outlets }) {
  const deps: RevenueDeps = { pool, clock, outlets, knownFirst: new Map() };
  return {
    figuresOf: (...asked: Asked) => figuresOf(deps, ...asked),
    byOutlet: (...asked: Asked) => byOutlet(deps, ...asked),
    report: (...asked: Asked) => report(deps, ...asked),
    comparison: (...asked: Asked) => comparison(deps, ...asked),
    hours: (...asked: Asked) => hours(deps, ...asked),
    overview: (scope: Scope, now: Date) => overview(deps, scope, now),
    incomeOf: <T extends Span>(scope: Scope, spans: readonly T[]) => incomeOf(deps, scope, spans),
    incomeIn: (scope: Scope, span: Span) => incomeIn(deps, scope, span),
    now: clock,
    scopeOf: outlets.scopeOf,
    today: (scope: Scope, now: Date) => incomeIn(deps, scope, todayOf(scope, now)),
    others: (scope: Scope, now: Date) => others(deps, scope, now),
  };
}

export type Revenue = ReturnType<typeof makeRevenue>;
