import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvCell, formatCsv } from './csv.ts';

const line = (...row: CsvCell[]) => formatCsv([row]).slice(0, -2);

describe('formatCsv', () => {
  it('ends every row with CRLF and writes no byte order mark', () => {
    expect(formatCsv([['网点', 1], ['椅']])).toBe('网点,1\r\n椅\r\n');
  });

  it('begins with a byte order mark where asked', () => {
    expect(formatCsv([['网点']], { byteOrderMark: true })).toBe('\ufeff网点\r\n');
  });

  it.each<[string, CsvCell, string]>([
    ['plain text', 'Mall L3', 'Mall L3'],
    ['an empty text', '', ''],
    ['null', null, ''],
    ['a number', 1234.5, '1234.5'],
    ['a negative number', -12, '-12'],
    ['a text that is a negative number', '-12.50', '-12.50'],
    ['a comma', 'a,b', '"a,b"'],
    ['quotes', 'the "best"', '"the ""best"""'],
    ['a line break', 'a\nb', '"a\nb"'],
    ['spaces at the ends', ' a ', '" a "'],
    ['a formula', '=1+1', "'=1+1"],
    ['a formula with a comma', '=SUM(A1,A2)', '"\'=SUM(A1,A2)"'],
    ['a plus sign', '+86 138', "'+86 138"],
    ['a plus sign before digits', '+8613800000001', "'+8613800000001"],
    ['a minus sign', '-cmd', "'-cmd"],
    ['a minus sign before an expression', '-1+1', "'-1+1"],
    ['an at sign', '@SUM(A1)', "'@SUM(A1)"],
    ['a tab', '\t=1', "'\t=1"],
    ['a carriage return', '\r=1', '"\'\r=1"'],
    ['a formula behind a space', ' =1', "' =1"],
    ['a full-width equals sign', '＝1', "'＝1"],
    ['an equals sign further on', 'a=b', 'a=b'],
  ])('writes %s', (_title, value, written) => {
    expect(line(value)).toBe(written);
  });

  it.each(['-cmd', '=1', '@a', '+1'])('keeps %s in a file for programs', (value) => {
    expect(formatCsv([[value]], { verbatim: true })).toBe(`${value}\r\n`);
  });

  it('writes any text as one cell, and none as a formula', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '椅', ',', '"', '\n', '=', '+', '-', '@', ' ', "'", '1') });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (row) => {
        const cells = readRow(`${line(...row)},`);
        expect(cells.map((each, index) => (each === `'${row[index]}` ? row[index] : each))).toEqual(row);
        for (const each of cells) expect(each).not.toMatch(/^\s*[=+\-@](?!\d+$)/);
      }),
    );
  });
});

/** Reads one row as a spreadsheet would. */
function readRow(text: string): string[] {
  return [...text.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/gy)]
    .slice(0, -1)
    .map(([, value = '']) => (value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value));
}
