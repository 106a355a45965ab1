import { fail } from './error.ts';

/** Ids are whole numbers, sent as strings. A string that cannot be one matches nothing: 404. */
export function parseId(value: string): number {
  const parsed = /^[1-9]\d{0,14}$/.test(value) ? Number(value) : Number.NaN;
  if (Number.isNaN(parsed)) throw fail('notFound');
  return parsed;
}

/** PostgreSQL refuses to compare a uuid column with any other text. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
