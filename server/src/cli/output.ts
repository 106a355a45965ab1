import { printableLine } from '../platform/printable.ts';
import type { Report, Text } from './command.ts';
import { localTime, type OutletTime } from './times.ts';

type Cell = string | number | boolean | null | undefined | Date | OutletTime;

/** Prints a sentence for people, data for scripts. */
export const said = (text: Text, json: unknown): Report => ({ text, json });

/** Prints rows as a table for people, and unchanged for scripts. */
export function listed<Row>(rows: Row[], columns: Record<string, (row: Row) => Cell>, empty: string): Report {
  if (rows.length === 0) return { json: rows, text: empty };
  const body = (zone: string | undefined) =>
    rows.map((row) => Object.values(columns).map((cell) => show(cell(row), zone)));
  return { json: rows, text: (zone) => table([Object.keys(columns), ...body(zone)]) };
}

/** Names and values, one pair per line. */
export const pairs =
  (values: Record<string, Cell>): Text =>
  (zone) =>
    table(Object.entries(values).map(([name, value]) => [name, show(value, zone)]));

export const rendered = (text: Text, zone: string | undefined): string =>
  typeof text === 'string' ? text : text(zone);

/** Several texts, with an empty line between. */
export const paragraphs =
  (...texts: Text[]): Text =>
  (zone) =>
    texts
      .map((text) => rendered(text, zone))
      .filter((text) => text !== '')
      .join('\n\n');

export function table(lines: string[][]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => widthOf(line[column] ?? ''))));
  const pad = (cell: string, column: number) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell));
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n');
}

export function show(value: Cell, zone?: string): string {
  if (value === null || value === undefined || value === '') return '-';
  if (value instanceof Date) return zone === undefined ? inUtc(value) : localTime(value, zone);
  if (typeof value === 'object') return localTime(value.at, zone ?? value.zone);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return printableLine(String(value)); // a name must not break its row into several
}

/** To the second, as in `localTime`; --json has the milliseconds. */
const inUtc = (at: Date): string => at.toISOString().replace(/\.\d+/, '');

// Chinese, Japanese, Korean and full-width characters take two columns of a terminal.
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

export const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (wide.test(character) ? 2 : 1), 0);

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
