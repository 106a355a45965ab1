import type { PeriodName } from '@recline/contract/values';
import {
  dayOf,
  type Period,
  type Span,
  shiftMonths,
  spanOf,
  startOfDay,
  startOfMonth,
  startOfWeek,
  startOfYear,
} from '../../platform/calendar.ts';

const hour = 3600_000;
const day = 24 * hour;
/** A report over more days than this has one row per month. */
const dailyRows = 62;

// Periods -----------------------------------------------------------------------------------

export interface Compared extends Span {
  /** The previous period, up to the same point. */
  before: Span;
}

/** Each period of the overview with the previous one; today and yesterday also with the same day of last week. */
export function overviewSpans(now: Date, offset: number) {
  const compared = (period: PeriodName): Compared => ({
    ...spanOf({ period }, now, offset),
    before: baselineSpans({ period }, now, offset).period,
  });
  return {
    yesterday: compared('yesterday'),
    week: compared('week'),
    month: compared('month'),
    year: compared('year'),
    lastWeek: {
      today: baselineSpans({ period: 'today' }, now, offset).weekday,
      yesterday: baselineSpans({ period: 'yesterday' }, now, offset).weekday,
    },
  };
}

export const baselines = ['day', 'weekday', 'period'] as const;
export type Baseline = (typeof baselines)[number];

/** A day's income depends on the weekday, so today is compared with the same day of last week. */
export const baselineOf = ({ period }: Period): Baseline => (period === 'today' ? 'weekday' : 'period');

/** The previous period. */
function periodBefore({ period }: Period, { since, until }: Span, offset: number): Date {
  if (period === 'week') return startOfWeek(since, offset, -1);
  if (period === 'month') return startOfMonth(since, offset, -1);
  if (period === 'year') return startOfYear(since, offset, -1);
  return new Date(since.getTime() - (until.getTime() - since.getTime()));
}

/** The baselines of a period, each up to the point that the period has reached. */
export function baselineSpans(asked: Period, now: Date, offset: number): Record<Baseline, Span> {
  const span = spanOf(asked, now, offset);
  const reached = Math.max(span.since.getTime(), Math.min(span.until.getTime(), now.getTime()));
  const before = (since: Date, end: Date) => ({ since, until: end < span.since ? end : span.since });
  const earlier = (length: number) => {
    const since = new Date(span.since.getTime() - length);
    return { since, until: new Date(reached - length) };
  };
  const start = periodBefore(asked, span, offset);
  const sameLength = new Date(start.getTime() + reached - span.since.getTime());
  const months = asked.period === 'month' ? -1 : asked.period === 'year' ? -12 : 0;
  return {
    day: earlier(day),
    weekday: earlier(7 * day),
    period: before(start, months === 0 ? sameLength : shiftMonths(new Date(reached), offset, months)),
  };
}

/** Today by hours, up to the current one. */
export const hoursUpTo = (now: Date, offset: number): Span[] =>
  hoursOf({ since: startOfDay(now, offset), until: startOfDay(now, offset, 1) }, now);

/** Longer periods are not charted by the hour. */
const maxHours = 48;

export const isShort = ({ since, until }: Span): boolean => until.getTime() - since.getTime() <= maxHours * hour;

/** A span by hours from its beginning, up to the current hour. */
export function hoursOf({ since, until }: Span, now: Date): Span[] {
  const end = Math.min(until.getTime(), now.getTime() + 1);
  const count = Math.max(1, Math.ceil((end - since.getTime()) / hour));
  return Array.from({ length: count }, (_, index) => ({
    since: new Date(since.getTime() + index * hour),
    until: new Date(Math.min(since.getTime() + (index + 1) * hour, until.getTime())),
  }));
}

/** This many days, today last. */
export const lastDays = (count: number, now: Date, offset: number): Span[] =>
  Array.from({ length: count }, (_, index) => ({
    since: startOfDay(now, offset, index - count + 1),
    until: startOfDay(now, offset, index - count + 2),
  }));

export type Unit = 'day' | 'month';

/** A span split at midnights or at the beginnings of months. */
export function splitSpan({ since, until }: Span, unit: Unit, offset: number): (Span & { day: string })[] {
  const next = (instant: Date) => (unit === 'month' ? startOfMonth : startOfDay)(instant, offset, 1);
  const rows = [];
  for (let from = since; from < until; from = next(from)) {
    const to = next(from);
    rows.push({ since: from, until: to < until ? to : until, day: dayOf(from, offset) });
  }
  return rows;
}

/** A span split at midnights, or at months if it is long. */
export const reportRows = (span: Span, offset: number) =>
  splitSpan(span, span.until.getTime() - span.since.getTime() > dailyRows * day ? 'month' : 'day', offset);

/** Rounded half up; 0 where there are no devices. */
export const perDevice = (total: number, devices: number): number =>
  devices === 0 ? 0 : Math.floor((2 * total + devices) / (2 * devices));

// Reading a span ------------------------------------------------------------------

export const tiers = ['months', 'days', 'hours', 'orders'] as const;
export type Tier = (typeof tiers)[number];

export interface Piece extends Span {
  tier: Tier;
  /** Whether it is added or subtracted. */
  sign: 1 | -1;
}

/** Stored days and months begin eight hours ahead of UTC. */
const keptOffset = 480;

/**
 * Splits a span into stored months, corrected at both ends by days, hours, and finally single orders. That is few rows,
 * whatever the length and offset. A correction may be subtracted: a month in London is the stored month without its
 * first eight hours, plus the eight hours after it.
 */
export function piecesOf({ since, until }: Span, level = 0): Piece[] {
  const tier = tiers[level];
  if (tier === undefined) return [];
  // A period that begins now has an empty baseline, but a query needs at least one piece.
  if (since >= until) return level === 0 ? [{ tier: 'orders', since, until: since, sign: 1 }] : [];
  if (tier === 'orders') return [{ tier, since, until, sign: 1 }];
  const first = nearest(tier, since);
  const last = nearest(tier, until);
  if (sameSpan({ since, until }, { since: first, until: last })) return [{ tier, since, until, sign: 1 }];
  const finer = piecesOf({ since, until }, level + 1);
  if (first >= last) return finer;
  const whole: Piece[] = [
    ...between(since, first, level + 1),
    { tier, since: first, until: last, sign: 1 },
    ...between(last, until, level + 1),
  ];
  return rowsOf(whole) < rowsOf(finer) ? whole : finer;
}

const lengths: Record<Tier, number> = { months: 30 * day, days: day, hours: hour, orders: hour / 6 };

/** Estimates the rows to read; each piece costs one more for its lookup. */
const rowsOf = (pieces: Piece[]): number =>
  pieces.reduce((sum, { tier, since, until }) => sum + 1 + (until.getTime() - since.getTime()) / lengths[tier], 0);

/** The pieces from one instant to another; subtracted if the second is earlier. */
function between(from: Date, to: Date, level: number): Piece[] {
  if (from <= to) return piecesOf({ since: from, until: to }, level);
  return piecesOf({ since: to, until: from }, level).map((piece) => ({ ...piece, sign: piece.sign === 1 ? -1 : 1 }));
}

function nearest(tier: Exclude<Tier, 'orders'>, instant: Date): Date {
  const before = boundOf(tier, instant, 0);
  const after = boundOf(tier, instant, 1);
  return instant.getTime() - before.getTime() <= after.getTime() - instant.getTime() ? before : after;
}

/** The beginning of the row that contains the instant, or of the row `later` rows after it. */
function boundOf(tier: Exclude<Tier, 'orders'>, instant: Date, later: number): Date {
  if (tier === 'months') return startOfMonth(instant, keptOffset, later);
  if (tier === 'days') return startOfDay(instant, keptOffset, later);
  return new Date((Math.floor(instant.getTime() / hour) + later) * hour);
}

/**
 * The ranges to read for the pieces of several spans: pieces of one tier that overlap or touch are merged, so that no
 * row is read twice. Pieces of single orders are not merged.
 */
export function runsOf(pieces: Piece[]): Piece[] {
  const runs: Piece[] = [];
  for (const piece of pieces.toSorted(bySince)) {
    const last = runs.findLast(({ tier }) => tier === piece.tier);
    if (last && piece.tier === 'orders' && sameSpan(last, piece)) continue;
    if (!last || piece.tier === 'orders' || piece.since > last.until) runs.push({ ...piece, sign: 1 });
    else if (piece.until > last.until) last.until = piece.until;
  }
  return runs;
}

const bySince = (a: Span, b: Span) => a.since.getTime() - b.since.getTime() || a.until.getTime() - b.until.getTime();
export const sameSpan = (a: Span, b: Span): boolean => bySince(a, b) === 0;
