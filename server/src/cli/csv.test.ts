import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCsv, parseCsv } from './csv.ts';
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
    ['empty lines, which are nothing', 'a\n\n\nb\n', [['a'], ['b']]],
    ['nothing at all', '', []],
  ])('reads %s', (_title, text, expected) => {
    expect(fieldsOf(text)).toEqual(expected);
  });

  it('counts lines as an editor does, also after a line break inside quotes', () => {
    expect(parseCsv('a\n"x\ny"\nb\n').map(({ line }) => line)).toEqual([1, 2, 4]);
  });

  it.each([
    ['"never closed\n', 1],
    ['a\n"x"y\n', 2],
  ])('refuses %j, naming line %i', (text, line) => {
    expect(() => parseCsv(text)).toThrow(Failure);
    expect(() => parseCsv(text)).toThrow(`Line ${line}:`);
  });

  it('reads back whatever formatCsv writes', () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('"', ',', '\r\n', '\n', '万象城'));
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
        fc.pre(!rows[0]?.[0]?.startsWith('\ufeff'));
        expect(fieldsOf(formatCsv(rows))).toEqual(rows);
      }),
    );
  });
});
