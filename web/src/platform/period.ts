import { limits } from '@recline/contract/limits';
import { type PeriodName, periods } from '@recline/contract/values';

/** A period as the calls and the address have it: the ends are instants, and given with `custom` only. */
export interface Period {
  period: PeriodName;
  start?: string;
  end?: string;
}

const longest = limits.periodYears * 366 * 24 * 3600_000;

const isInstant = (text: string | undefined): text is string => text !== undefined && !Number.isNaN(Date.parse(text));

const fits = (start: number, end: number) => start < end && end - start <= longest;

/** The period of an address, which anybody may have written: what makes no sense is today. */
export function readPeriod(
  search: { period?: string; start?: string; end?: string },
  otherwise: PeriodName = 'today',
): Period {
  const period = periods.find((name) => name === search.period) ?? otherwise;
  if (period !== 'custom') return { period };
  const { start, end } = search;
  if (!isInstant(start) || !isInstant(end) || !fits(Date.parse(start), Date.parse(end))) return { period: otherwise };
  return { period, start, end };
}

/** What the fields for the two ends hold: date and time of this phone's own clock. */
export interface RangeDraft {
  start: string;
  end: string;
}
export type RangeProblem = 'missing' | 'wrong';

/** The two fields as a period, or what is wrong with them. */
export function readRange({ start, end }: RangeDraft): Required<Period> | RangeProblem {
  if (start === '' || end === '') return 'missing';
  const [since, until] = [new Date(start), new Date(end)];
  if (!fits(since.getTime(), until.getTime())) return 'wrong';
  return { period: 'custom', start: since.toISOString(), end: until.toISOString() };
}

const two = (value: number) => String(value).padStart(2, '0');

/** An instant as a field for date and time takes it. */
export function toField(instant: string | undefined): string {
  if (instant === undefined) return '';
  const at = new Date(instant);
  const date = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
