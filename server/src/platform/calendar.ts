import type { PeriodName } from '@recline/contract/fields';

/** From `since` (inclusive) to `until` (exclusive). */
export interface Span {
  since: Date;
  until: Date;
}

export interface Period {
  period: PeriodName;
  start?: Date | undefined;
  end?: Date | undefined;
}

const minute = 60_000;
const day = 24 * 60 * minute;

interface Zone {
  format: Intl.DateTimeFormat;
  /** Offsets of whole UTC days; undefined for a day on which the clocks change. */
  days: Map<number, number | undefined>;
}
const zones = new Map<string, Zone>();
const maxDays = 4_000;

function zoneOf(timeZone: string): Zone {
  const known = zones.get(timeZone);
  if (known) return known;
  const made = { format: new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }), days: new Map() };
  zones.set(timeZone, made);
  return made;
}

/** An IANA name such as Asia/Shanghai or UTC; Intl alone would also accept offsets and abbreviations. */
export function isTimeZone(name: string): boolean {
  if (!/^(UTC|[A-Z]\w+(\/[\w+-]+)+)$/.test(name)) return false;
  try {
    return zoneOf(name) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Minutes east of UTC in a time zone at an instant. Caches whole days, because formatting takes microseconds per row.
 */
export function offsetIn(timeZone: string, instant: Date): number {
  const { format, days } = zoneOf(timeZone);
  const number = Math.floor(instant.getTime() / day);
  if (!days.has(number)) {
    if (days.size >= maxDays) days.clear();
    const [first, last] = [formattedOffset(format, number * day), formattedOffset(format, (number + 1) * day)];
    days.set(number, first === last ? first : undefined);
  }
  return days.get(number) ?? formattedOffset(format, instant.getTime());
}

/** Reads the offset of "11/15/2026, GMT+08:00". */
function formattedOffset(format: Intl.DateTimeFormat, time: number): number {
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(time)) ?? [];
  if (hours === undefined) throw new Error(`no offset in ${format.format(time)}`);
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** A date whose UTC fields are those of the wall clock, this many minutes east of UTC. */
const wallClock = (instant: Date, offset: number) => new Date(instant.getTime() + offset * minute);
const instantAt = (wall: number, offset: number) => new Date(wall - offset * minute);

/** Midnight of the instant's day, or of the day this many days later. */
export function startOfDay(instant: Date, offset: number, days = 0): Date {
  const wall = wallClock(instant, offset);
  return instantAt(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate() + days), offset);
}

/** Weeks begin on Monday. */
export function startOfWeek(instant: Date, offset: number, weeks = 0): Date {
  const sinceMonday = (wallClock(instant, offset).getUTCDay() + 6) % 7;
  return startOfDay(instant, offset, 7 * weeks - sinceMonday);
}

export function startOfMonth(instant: Date, offset: number, months = 0): Date {
  const wall = wallClock(instant, offset);
  return instantAt(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + months, 1), offset);
}

export function startOfYear(instant: Date, offset: number, years = 0): Date {
  return instantAt(Date.UTC(wallClock(instant, offset).getUTCFullYear() + years, 0, 1), offset);
}

/** The same day and time this many months away, or the end of that month if it has no such day. */
export function shiftMonths(instant: Date, offset: number, months: number): Date {
  const sinceStart = instant.getTime() - startOfMonth(instant, offset).getTime();
  const shifted = startOfMonth(instant, offset, months).getTime() + sinceStart;
  return new Date(Math.min(shifted, startOfMonth(instant, offset, months + 1).getTime()));
}

/** YYYY-MM-DD */
export const dayOf = (instant: Date, offset: number): string => wallClock(instant, offset).toISOString().slice(0, 10);

/** Named periods that are not over end with today. */
export function spanOf({ period, start, end }: Period, now: Date, offset: number): Span {
  const today = startOfDay(now, offset);
  const tomorrow = startOfDay(now, offset, 1);
  switch (period) {
    case 'today':
      return { since: today, until: tomorrow };
    case 'yesterday':
      return { since: startOfDay(now, offset, -1), until: today };
    case 'week':
      return { since: startOfWeek(now, offset), until: tomorrow };
    case 'month':
      return { since: startOfMonth(now, offset), until: tomorrow };
    case 'year':
      return { since: startOfYear(now, offset), until: tomorrow };
    case 'custom':
      if (!start || !end) throw new Error('a custom period has both its ends');
      return { since: start, until: end };
  }
}
