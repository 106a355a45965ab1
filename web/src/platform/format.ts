import type { Language } from '@recline/contract/languages';
import { type Currency, formatMoney } from '@recline/contract/money';
import { tagOf } from './language.ts';

export interface Format {
  money(amount: number, currency: Currency, options?: { decimals?: boolean }): string;
  number(value: number): string;
  /** A share of one, with its sign: +12.4%. */
  change(value: number): string;
  time(instant: string | Date): string;
  timeWithSeconds(instant: string | Date): string;
  day(instant: string | Date): string;
  dateTime(instant: string | Date): string;
  /** A calendar day (YYYY-MM-DD) below an axis: 11/9. */
  shortDay(day: string): string;
  /** A calendar day in full: Nov 9, Sun. */
  longDay(day: string): string;
  /** The month of a calendar day: Nov 2026. */
  month(day: string): string;
  shortMonth(day: string): string;
  /** As short as it goes, for axes: 1.2K, 1.2万. */
  compact(value: number): string;
}

const made = new Map<Language, Format>();

function build(language: Language): Format {
  const tag = tagOf[language];
  const number = new Intl.NumberFormat(tag);
  const change = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  const instantFormat = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(tag, { ...options, hourCycle: 'h23' });
    return (instant: string | Date) => format.format(new Date(instant));
  };
  // A calendar day has no time zone, so it is read and written in the same one.
  const dayFormat = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' });
    return (day: string) => format.format(new Date(day));
  };
  const compact = new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 1 });
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  const date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return {
    money: formatMoney,
    number: (value) => number.format(value),
    change: (value) => change.format(value),
    time: instantFormat(clock),
    timeWithSeconds: instantFormat({ ...clock, second: '2-digit' }),
    day: instantFormat(date),
    dateTime: instantFormat({ ...date, ...clock }),
    shortDay: dayFormat({ month: 'numeric', day: 'numeric' }),
    longDay: dayFormat({ month: 'short', day: 'numeric', weekday: 'short' }),
    month: dayFormat({ year: 'numeric', month: 'short' }),
    shortMonth: dayFormat({ month: 'short' }),
    compact: (value) => compact.format(value),
  };
}

/** Intl formatters are costly to make, so each language makes its own once. */
export function makeFormat(language: Language): Format {
  const format = made.get(language) ?? build(language);
  made.set(language, format);
  return format;
}
