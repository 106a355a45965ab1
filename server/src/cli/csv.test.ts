import { formatCsv } from '@recline/contract/csv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCsv } from './csv.ts';
import { Failure } from './failure.ts';

const fieldsOf = (text: string) => parseCsv(text).map(({ fields }) => fields);

describe('parseCsv', () => {
  it.each([
    [
      'plain fields',
      'a,b\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'Windows line ends and none at the end',
      'a,b\r\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a byte order mark', '\ufeffa,b\n', [['a', 'b']]],
    ['quotes around commas, quotes and line breaks', '"a,b","say ""hi""","x\ny"\n', [['a,b', 'say "hi"', 'x\ny']]],
    ['empty fields at either end', ',a,\n', [['', 'a', '']]],
    ['empty lines', 'a\n\n\nb\n', [['a'], ['b']]],
    ['an empty file', '', []],
  ])('reads %s', (_title, text, expected) => {
    expect(fieldsOf(text)).toEqual(expected);
  });

  it.each(['\n', '\r\n', '\r'])('counts lines as an editor does, also inside quotes (line ending %j)', (end) => {
    const text = ['a', '"x', 'y"', '', 'b', ''].join(end);
    expect(parseCsv(text).map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  it.each([
    ['"never closed\n', 1],
    ['a\n"x"y\n', 2],
    ['a\nb\nx"y"\n', 3],
  ])('refuses %j, naming line %i', (text, line) => {
    expect(() => parseCsv(text)).toThrow(Failure);
    expect(() => parseCsv(text)).toThrow(`Line ${line}:`);
  });

  it('reads back what formatCsv writes', () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('"', ',', '\n', '万象城'));
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
        fc.pre(!rows[0]?.[0]?.startsWith('\ufeff'));
        fc.pre(!rows.flat().some((text) => text.includes('\r')));
        expect(fieldsOf(formatCsv(rows, { verbatim: true }))).toEqual(rows);
      }),
    );
  });
});
