import type { Language } from '@recline/contract/languages';
import { tagOf } from '@recline/contract/languages';
import { makeFormat } from './format.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const justNow = 5 * minute;

/** How long ago: just now under 5 minutes, then minutes, hours and days; a week ago and earlier, the date. */
export function relativeTime(at: string | Date, now: Date, language: Language, justNowText: string): string {
  const passed = now.getTime() - new Date(at).getTime();
  if (passed < justNow) return justNowText;
  if (passed >= 7 * day) return makeFormat(language).day(at);
  const format = new Intl.RelativeTimeFormat(tagOf(language), { numeric: 'always' });
  if (passed < hour) return format.format(-Math.floor(passed / minute), 'minute');
  if (passed < day) return format.format(-Math.floor(passed / hour), 'hour');
  return format.format(-Math.floor(passed / day), 'day');
}
