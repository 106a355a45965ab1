import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { refused, usage } from './failure.ts';

/** CSV as RFC 4180 has it: quotes, commas and line breaks inside quotes, either line ending, a BOM or none. */

export interface CsvLine {
  /** Where it begins in the file, from 1. */
  line: number;
  fields: string[];
}

export function parseCsv(text: string): CsvLine[] {
  const lines: CsvLine[] = [];
  let [line, at] = [1, text.startsWith('\ufeff') ? 1 : 0];
  while (at < text.length) {
    const record: CsvLine = { line, fields: [] };
    for (let more = true; more; ) {
      const field = text[at] === '"' ? quoted(text, at, record.line) : plain(text, at);
      record.fields.push(field.value);
      more = text[field.end] === ',';
      at = field.end + 1;
      line += field.value.split('\n').length - 1;
    }
    if (text[at - 1] === '\r' && text[at] === '\n') at += 1;
    line += 1;
    if (record.fields.length > 1 || record.fields[0] !== '') lines.push(record);
  }
  return lines;
}

interface Token {
  value: string;
  end: number;
}

function plain(text: string, start: number): Token {
  let end = start;
  while (end < text.length && !',\r\n'.includes(text[end] ?? '')) end += 1;
  return { value: text.slice(start, end), end };
}

function quoted(text: string, start: number, line: number): Token {
  const pattern = /"((?:[^"]|"")*)"(?=[,\r\n]|$)/y;
  pattern.lastIndex = start;
  const found = pattern.exec(text);
  if (!found)
    throw refused(`Line ${line}: a quoted field has no proper end.`, { lines: [{ line, problem: 'quotes' }] });
  return { value: (found[1] ?? '').replaceAll('""', '"'), end: pattern.lastIndex };
}

export const formatCsv = (rows: (string | number | null)[][]): string =>
  rows.map((row) => `${row.map((cell) => quote(String(cell ?? ''))).join(',')}\r\n`).join('');

const quote = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export interface Problem {
  line: number;
  problem: string;
}

/** A file with a header; `columns` says what each cell must be, an optional one may be left out or empty. */
export interface Sheet<Row> {
  rows: { line: number; row: Row }[];
  problems: Problem[];
}

export async function readSheet<Row>(path: string, columns: z.ZodObject & z.ZodType<Row>): Promise<Sheet<Row>> {
  const [header, ...body] = parseCsv(await readText(path));
  if (!header) throw refused(`${path} is empty.`);
  const names = header.fields.map((field) => canonical(field.trim(), Object.keys(columns.shape)));
  const sheet: Sheet<Row> = { rows: [], problems: headerProblems(header, names, columns) };
  if (sheet.problems.length > 0) return sheet;
  for (const { line, fields } of body) {
    if (fields.length !== names.length) {
      sheet.problems.push({ line, problem: `has ${fields.length} fields where the header has ${names.length}` });
      continue;
    }
    const cells = names.map((name, index) => [name, fields[index]?.trim() || undefined]);
    const result = columns.safeParse(Object.fromEntries(cells));
    if (result.success) sheet.rows.push({ line, row: result.data });
    else for (const issue of result.error.issues) sheet.problems.push({ line, problem: describe(issue) });
  }
  return sheet;
}

const canonical = (name: string, known: string[]) =>
  known.find((each) => each.toLowerCase() === name.toLowerCase()) ?? name;

function headerProblems(header: CsvLine, names: string[], columns: z.ZodObject): Problem[] {
  const known = Object.entries(columns.shape);
  const say = (problem: string) => ({ line: header.line, problem });
  const unknown = names.filter((name) => !known.some(([each]) => each === name));
  const missing = known.filter(([name, schema]) => !names.includes(name) && !z.safeParse(schema, undefined).success);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  return [
    ...unknown.map((name) => say(`no column is called ${name}; there are ${known.map(([each]) => each).join(', ')}`)),
    ...missing.map(([name]) => say(`the column ${name} is missing`)),
    ...twice.map((name) => say(`the column ${name} is there twice`)),
  ];
}

function describe(issue: z.core.$ZodIssue): string {
  const name = issue.path.join('.');
  return issue.code === 'invalid_type' && issue.input === undefined ? `${name} is missing` : `${name} ${issue.message}`;
}

async function readText(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: Error) => {
    throw usage(`${path} cannot be read: ${error.message}.`);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refused(`${path} is not UTF-8. In a spreadsheet choose "CSV UTF-8" when saving.`);
  }
}

/** Ends the command with every bad line by name, if there is one. */
export function refuseBadLines(path: string, problems: Problem[]): void {
  if (problems.length === 0) return;
  const lines = problems.toSorted((one, other) => one.line - other.line);
  const text = lines.map(({ line, problem }) => `  line ${line}: ${problem}`).join('\n');
  throw refused(`${path} was not taken; nothing was changed.\n${text}`, { lines });
}
