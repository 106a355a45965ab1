import { fail } from './error.ts';

/** The end of a page of a list: the instant of the last row, in microseconds, and its id. */
export interface Position {
  micros: number;
  id: number;
}

/** SQL: the microseconds of an instant, and the instant of microseconds. */
export const microsOf = (column: string): string => `(extract(epoch FROM ${column}) * 1000000)::bigint`;
export const instantOf = (micros: string): string => `('epoch'::timestamptz + ${micros} * interval '1 microsecond')`;

export const writeCursor = ({ micros, id }: Position): string => Buffer.from(`${micros}.${id}`).toString('base64url');

export function readCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const [, micros, id] = /^(\d{1,16})\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (micros === undefined || id === undefined) throw fail('badRequest', { field: 'cursor' });
  return { micros: Number(micros), id: Number(id) };
}
