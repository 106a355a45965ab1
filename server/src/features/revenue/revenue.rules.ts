import {
  dayOf,
  type Span,
  shiftMonths,
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
  /** The period before, up to the same point in it. */
  before: Span;
}

/** Each period of the overview with the period before it. */
export function overviewSpans(now: Date, offset: number): Record<'yesterday' | 'week' | 'month' | 'year', Compared> {
  const today = startOfDay(now, offset);
  const yesterday = startOfDay(now, offset, -1);
  const tomorrow = startOfDay(now, offset, 1);
  const weekBefore = startOfWeek(now, offset, -1);
  const sinceMonday = now.getTime() - startOfWeek(now, offset).getTime();
  return {
    yesterday: { since: yesterday, until: today, before: { since: startOfDay(now, offset, -2), until: yesterday } },
    week: {
      since: startOfWeek(now, offset),
      until: tomorrow,
      before: { since: weekBefore, until: new Date(weekBefore.getTime() + sinceMonday) },
    },
    month: {
      since: startOfMonth(now, offset),
      until: tomorrow,
      before: { since: startOfMonth(now, offset, -1), until: shiftMonths(now, offset, -1) },
    },
    year: {
      since: startOfYear(now, offset),
      until: tomorrow,
      before: { since: startOfYear(now, offset, -1), until: shiftMonths(now, offset, -12) },
    },
  };
}

/** Today by hours, up to the current one. */
export function hoursUpTo(now: Date, offset: number): Span[] {
  const midnight = startOfDay(now, offset).getTime();
  const count = Math.floor((now.getTime() - midnight) / hour) + 1;
  return Array.from({ length: count }, (_, index) => ({
    since: new Date(midnight + index * hour),
    until: new Date(midnight + (index + 1) * hour),
  }));
}

/** Seven days, today last. */
export const sevenDays = (now: Date, offset: number): Span[] =>
  Array.from({ length: 7 }, (_, index) => ({
    since: startOfDay(now, offset, index - 6),
    until: startOfDay(now, offset, index - 5),
  }));

/** A span split at midnights, or at months if it is long. */
export function reportRows({ since, until }: Span, offset: number): (Span & { day: string })[] {
  const long = until.getTime() - since.getTime() > dailyRows * day;
  const next = (instant: Date) => (long ? startOfMonth(instant, offset, 1) : startOfDay(instant, offset, 1));
  const rows = [];
  for (let from = since; from < until; from = next(from)) {
    const to = next(from);
    rows.push({ since: from, until: to < until ? to : until, day: dayOf(from, offset) });
  }
  return rows;
}

/** Rounded half up; 0 where there are no devices. */
export const perDevice = (total: number, devices: number): number =>
  devices === 0 ? 0 : Math.floor((2 * total + devices) / (2 * devices));

// What a span is read from ------------------------------------------------------------------

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
  if (tier === undefined || since >= until) return [];
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
