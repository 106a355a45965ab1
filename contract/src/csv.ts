export type CsvCell = string | number | null;

export interface CsvOptions {
  /** Starts the file with a byte order mark, by which Excel recognizes UTF-8. */
  byteOrderMark?: boolean;
  /** Writes every text unchanged. Only for files that a program reads: a spreadsheet would run formulas. */
  verbatim?: boolean;
}

// A spreadsheet runs a text that begins like this as a formula. Some skip leading spaces and accept full-width signs.
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const plainNumber = /^-?\d+(\.\d+)?$/;

const guarded = (text: string): string => (formula.test(text) && !plainNumber.test(text) ? `'${text}` : text);

const quoted = (text: string): string =>
  /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;

/** Rows as CSV according to RFC 4180. Texts that a spreadsheet would run as a formula are prefixed by an apostrophe. */
export function formatCsv(rows: readonly (readonly CsvCell[])[], options: CsvOptions = {}): string {
  const safe = options.verbatim ? (text: string) => text : guarded;
  const lines = rows.map((row) => `${row.map((cell) => quoted(safe(String(cell ?? '')))).join(',')}\r\n`);
  return `${options.byteOrderMark ? '\ufeff' : ''}${lines.join('')}`;
}
