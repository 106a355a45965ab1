import { readFile } from 'node:fs/promises';
import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { fileReason, refused, usage } from './failure.ts';

export interface CsvLine {
  /** The line of the file on which the record begins, from 1. */
  line: number;
  fields: string[];
}

interface ParsedRecord {
  record: string[];
  info: { lines: number };
}

/** The records of a CSV file: with or without a byte order mark, any line ending, empty lines skipped. */
export function parseCsv(text: string): CsvLine[] {
  // csv-parse counts a CRLF inside quotes as two lines.
  return parseRecords(text.replace(/\r\n?/g, '\n')).map(({ record, info }) => ({
    line: info.lines - record.join('').split('\n').length + 1,
    fields: record,
  }));
}

function parseRecords(text: string): ParsedRecord[] {
  try {
    // The library's types ignore the option `info`.
    const options = { bom: true, info: true, relaxColumnCount: true, skipEmptyLines: true };
    return parse(text, options) as unknown as ParsedRecord[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error.lines);
    throw refused(`Line ${line}: the quotes of a field are wrong.`, { lines: [{ line, problem: 'quotes' }] });
  }
}

export interface Problem {
  line: number;
  problem: string;
}

/** The rows of a file with a header, and the errors of the others. */
export interface Sheet<Row> {
  rows: { line: number; row: Row }[];
  problems: Problem[];
}

/** Reads a file with a header. `columns` validates the cells; an optional column may be left out or empty. */
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
    ...unknown.map((name) =>
      say(`no column is called ${name}; the columns are ${known.map(([each]) => each).join(', ')}`),
    ),
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
    throw usage(`${path} cannot be read: ${fileReason(error)}.`);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refused(`${path} is not UTF-8. In a spreadsheet choose "CSV UTF-8" when saving.`);
  }
}

/** Refuses the file if there are problems, and names every bad line. */
export function refuseBadLines(path: string, problems: Problem[]): void {
  if (problems.length === 0) return;
  const lines = problems.toSorted((one, other) => one.line - other.line);
  const text = lines.map(({ line, problem }) => `  line ${line}: ${problem}`).join('\n');
  throw refused(`${path} was not taken; nothing was changed.\n${text}`, { lines });
}
