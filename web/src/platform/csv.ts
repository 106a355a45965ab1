export type CsvCell = string | number;

// Where a text begins like this, a spreadsheet would take it for a formula and run it.
const formula = /^[\s]*[=+\-@＝＋－＠]|^[\t\r\n]/;

function cell(value: CsvCell): string {
  if (typeof value === 'number') return String(value);
  const safe = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const byteOrderMark = '\uFEFF';

/** Rows as a file that spreadsheets open as they are meant: in UTF-8, each value in its cell, none of them run. */
export const toCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  byteOrderMark + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
