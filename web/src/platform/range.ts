import { isValidRange, type Period } from './period.ts';

/** The values of the two input fields: local date and time. */
export interface RangeDraft {
  start: string;
  end: string;
}
export type RangeProblem = 'missing' | 'reversed' | 'wrong';

/** The period of the two fields, or the error in them. */
export function readRange({ start, end }: RangeDraft): Required<Period> | RangeProblem {
  if (start === '' || end === '') return 'missing';
  const [since, until] = [new Date(start), new Date(end)];
  if (until <= since) return 'reversed';
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
