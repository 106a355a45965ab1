import type { Language } from '@recline/contract/languages';
import { tagOf } from '@recline/contract/languages';
import { type Currency, formatMoney } from '@recline/contract/money';

export interface Format {
  money(amount: number, currency: Currency, options?: { decimals?: boolean }): string;
  number(value: number): string;
  /** A signed percentage: +12.4%. */
  change(value: number): string;
  time(instant: string | Date): string;
  timeWithSeconds(instant: string | Date): string;
  day(instant: string | Date): string;
  dateTime(instant: string | Date): string;
  /** Without the year: 11/09 14:32. */
  dayTime(instant: string | Date): string;
  /** A calendar day (YYYY-MM-DD) below an axis: 11/9. */
  shortDay(day: string): string;
  /** A calendar day in full: Nov 9, Sun. */
  longDay(day: string): string;
  /** The month of a calendar day: Nov 2026. */
  month(day: string): string;
  shortMonth(day: string): string;
  /** Compact, for axes: 1.2K, 1.2万. */
  compact(value: number): string;
}

const cache = new Map<Language, Format>();

/** Creates the formatter on first use: all of them take a slow phone a tenth of a second. */
function lazily<T>(make: () => (value: T) => string): (value: T) => string {
  let format: ((value: T) => string) | undefined;
  return (value) => {
    format ??= make();
    return format(value);
  };
}

function build(language: Language): Format {
  const tag = tagOf(language);
  const numberFormat = (options: Intl.NumberFormatOptions) => lazily(() => new Intl.NumberFormat(tag, options).format);
  const dateFormat = (options: Intl.DateTimeFormatOptions) =>
    lazily((): ((instant: string | Date) => string) => {
      const format = new Intl.DateTimeFormat(tag, options);
      return (instant) => format.format(new Date(instant));
    });
  const instantFormat = (options: Intl.DateTimeFormatOptions) => dateFormat({ ...options, hourCycle: 'h23' });
  // A calendar day has no time zone, so it is parsed and formatted in UTC.
  const dayFormat = (options: Intl.DateTimeFormatOptions) => dateFormat({ ...options, timeZone: 'UTC' });
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  const date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return {
    money: (amount, currency, options) => formatMoney(amount, currency, { ...options, language }),
    number: numberFormat({}),
    change: numberFormat({ style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }),
    time: instantFormat(clock),
    timeWithSeconds: instantFormat({ ...clock, second: '2-digit' }),
    day: instantFormat(date),
    dateTime: instantFormat({ ...date, ...clock }),
    dayTime: instantFormat({ month: '2-digit', day: '2-digit', ...clock }),
    shortDay: dayFormat({ month: 'numeric', day: 'numeric' }),
    longDay: dayFormat({ month: 'short', day: 'numeric', weekday: 'short' }),
    month: dayFormat({ year: 'numeric', month: 'short' }),
    shortMonth: dayFormat({ month: 'short' }),
    compact: numberFormat({ notation: 'compact', maximumFractionDigits: 1 }),
  };
}

/** Intl formatters are expensive, so each language has one cached set. */
export function makeFormat(language: Language): Format {
  const format = cache.get(language) ?? build(language);
  cache.set(language, format);
  return format;
}
