import fc from 'fast-check';
import { expect, it } from 'vitest';
import { printable, printableLine } from './printable.ts';

it.each([
  ['Chair 7\tidle\n', 'Chair 7\tidle\n'],
  ['万象城 ✓ é', '万象城 ✓ é'],
  ['\u001b[2J', '\\u001b[2J'],
  ['a\rb', 'a\\u000db'],
  ['\u009b31m', '\\u009b31m'],
  ['a\u2028b\u2029c', 'a\\u2028b\\u2029c'],
  ['\u202etxt.exe', '\\u202etxt.exe'],
])('%j is shown as %j', (text, shown) => {
  expect(printable(text)).toBe(shown);
});

it('a value stays on one line', () => {
  expect(printableLine('a\nb\tc')).toBe('a\\u000ab\\u0009c');
});

it('JSON keeps its meaning', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(JSON.parse(printable(JSON.stringify({ text }, null, 2)))).toEqual({ text });
    }),
  );
});
