import { dayOf, offsetIn, type Period } from '../platform/calendar.ts';
import { usage } from './failure.ts';

/** An instant at an outlet: shown in the outlet's time zone, unless --zone names another. */
export interface OutletTime {
  at: Date;
  zone: string;
}

/** For a column of times at outlets. */
export const outletTime = (at: Date | string | null, zone: string): OutletTime | null =>
  at === null ? null : { at: new Date(at), zone };

const minute = 60_000;
const two = (value: number) => String(value).padStart(2, '0');

/** 2026-11-15T16:12:40+08:00 */
export function localTime(at: Date, zone: string): string {
  const offset = offsetIn(zone, at);
  const wall = new Date(at.getTime() + offset * minute).toISOString().slice(0, 19);
  const size = Math.abs(offset);
  return `${wall}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

const day = /^\d{4}-\d\d-\d\d$/;
const month = /^\d{4}-\d\d$/;
const named = ['today', 'yesterday', 'week', 'month', 'year'] as const;

export const periodHelp = 'today, yesterday, week, month, year, 2026-11, 2026-11-15, or 2026-11-01..2026-11-15';

/** A period in words, in a place this many minutes east of UTC. A range includes both its days. */
export function readPeriod(words: string, offset: number): Period {
  const name = named.find((each) => each === words);
  if (name) return { period: name };
  const [first = '', last = first] = words.split('..');
  const isRange = day.test(first) && day.test(last);
  if (!isRange && !month.test(words)) throw badPeriod();
  const start = midnight(isRange ? first : `${words}-01`, offset);
  const end = isRange ? midnight(last, offset, 1) : midnight(`${words}-01`, offset, 0, 1);
  if (end <= start) throw badPeriod();
  return { period: 'custom', start, end };
}

const badPeriod = () => usage(`--period must be ${periodHelp}.`);

/** Midnight of a day, optionally moved by days or months. A day that does not exist is refused. */
function midnight(date: string, offset: number, days = 0, months = 0): Date {
  const [year = 0, monthNo = 0, dayNo = 0] = date.split('-').map(Number);
  const there = new Date(Date.UTC(year, monthNo - 1, dayNo) - offset * minute);
  if (dayOf(there, offset) !== date) throw badPeriod();
  return new Date(Date.UTC(year, monthNo - 1 + months, dayNo + days) - offset * minute);
}
