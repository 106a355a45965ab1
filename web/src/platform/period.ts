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

export const isValidRange = (start: number, end: number) => start < end && end - start <= maxMs;

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
