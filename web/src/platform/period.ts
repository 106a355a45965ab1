import { limits } from '@recline/contract/limits';
import { type PeriodName, periods } from '@recline/contract/values';
import type { Complete } from './complete.ts';

/** A period as in the calls and the address: the ends are instants, given with `custom` only. */
export interface Period {
  period: PeriodName;
  start?: string;
  end?: string;
}

const maxMs = limits.periodYears * 366 * 24 * 3600_000;

const isInstant = (text: string | undefined): text is string => text !== undefined && !Number.isNaN(Date.parse(text));

const isValidRange = (start: number, end: number) => start < end && end - start <= maxMs;

const named = (period: PeriodName): Complete<Period> => ({ period, start: undefined, end: undefined });

/** The period of an address. Anybody may have written it: an invalid one counts as the fallback. */
export function readPeriod(
  search: { period?: string; start?: string; end?: string },
  fallback: PeriodName = 'today',
): Complete<Period> {
  const period = periods.find((name) => name === search.period) ?? fallback;
  if (period !== 'custom') return named(period);
  const { start, end } = search;
  if (!isInstant(start) || !isInstant(end) || !isValidRange(Date.parse(start), Date.parse(end))) return named(fallback);
  return { period, start, end };
}

/** The values of the two input fields: local date and time. */
export interface RangeDraft {
  start: string;
  end: string;
}
export type RangeProblem = 'missing' | 'wrong';

/** The period of the two fields, or what is wrong with them. */
export function readRange({ start, end }: RangeDraft): Required<Period> | RangeProblem {
  if (start === '' || end === '') return 'missing';
  const [since, until] = [new Date(start), new Date(end)];
  if (!isValidRange(since.getTime(), until.getTime())) return 'wrong';
  return { period: 'custom', start: since.toISOString(), end: until.toISOString() };
}

const two = (value: number) => String(value).padStart(2, '0');

/** An instant as the value of a `datetime-local` field. */
export function toField(instant: string | undefined): string {
  if (instant === undefined) return '';
  const at = new Date(instant);
  const date = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
