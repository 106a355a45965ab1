import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCsv } from './csv.ts';

const line = (...row: (string | number)[]) => toCsv([row]).slice(1, -2);

test('begins with the mark by which Excel knows UTF-8, and ends every row', () => {
  expect(toCsv([['网点', 1], ['椅']])).toBe('\uFEFF网点,1\r\n椅\r\n');
});

describe('a cell', () => {
  test.each([
    ['plain', 'Mall L3', 'Mall L3'],
    ['empty', '', ''],
    ['a number', 1234.5, '1234.5'],
    ['a negative number stays one', -12, '-12'],
    ['a comma', 'a,b', '"a,b"'],
    ['quotes', 'the "best"', '"the ""best"""'],
    ['a line break', 'a\nb', '"a\nb"'],
    ['spaces at the ends', ' a ', '" a "'],
    ['a formula', '=1+1', "'=1+1"],
    ['a formula with a comma', '=SUM(A1,A2)', '"\'=SUM(A1,A2)"'],
    ['a plus', '+86 138', "'+86 138"],
    ['a minus', '-cmd', "'-cmd"],
    ['an at', '@SUM(A1)', "'@SUM(A1)"],
    ['a formula behind a space', ' =1', "' =1"],
    ['a formula behind a tab', '\t=1', "'\t=1"],
    ['a full-width equals sign', '＝1', "'＝1"],
    ['an equals sign further on', 'a=b', 'a=b'],
  ])('%s', (_name, value, written) => {
    expect(line(value)).toBe(written);
  });
});

/** Reads one row back, as any spreadsheet would. */
function read(text: string): string[] {
  return [...text.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/gy)]
    .slice(0, -1)
    .map(([, value = '']) => (value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value));
}

test('whatever the texts are, each comes back as its own cell and none as a formula', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '椅', ',', '"', '\n', '=', '+', '-', '@', ' ', "'") });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (row) => {
      const cells = read(`${line(...row)},`);
      expect(cells.map((each, index) => (each === `'${row[index]}` ? row[index] : each))).toEqual(row);
      for (const each of cells) expect(each).not.toMatch(/^\s*[=+\-@]/);
    }),
  );
});
