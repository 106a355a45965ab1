import { printableLine } from '../platform/printable.ts';
import type { Report } from './command.ts';

type Cell = string | number | boolean | null | undefined | Date;

/** A sentence for people, data for scripts. */
export const said = (text: string, json: unknown): Report => ({ text, json });

/** Rows as a table for people, and as they are for scripts. */
export function listed<Row>(rows: Row[], columns: Record<string, (row: Row) => Cell>, empty: string): Report {
  if (rows.length === 0) return { json: rows, text: empty };
  const body = rows.map((row) => Object.values(columns).map((cell) => show(cell(row))));
  return { json: rows, text: table([Object.keys(columns), ...body]) };
}

/** Names and values, one pair per line. */
export const pairs = (values: Record<string, Cell>): string =>
  table(Object.entries(values).map(([name, value]) => [name, show(value)]));

export function table(lines: string[][]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => widthOf(line[column] ?? ''))));
  const pad = (cell: string, column: number) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell));
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n');
}

export function show(value: Cell): string {
  if (value === null || value === undefined || value === '') return '-';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return printableLine(String(value)); // a name must not look like several rows
}

// Chinese, Japanese, Korean and full-width characters take two columns of a terminal.
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

export const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (wide.test(character) ? 2 : 1), 0);

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
