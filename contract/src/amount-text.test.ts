import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minorToText, readAmount } from './amount-text.ts';

test.each([
  ['15', 1500],
  ['15.5', 1550],
  ['15,50', 1550],
  [' 0.01 ', 1],
  ['15.505', null],
  ['-1', null],
  ['1e3', null],
  ['', null],
  ['.', null],
])('%j is %j minor units', (text, amount) => {
  expect(readAmount(text)).toBe(amount);
});

test('every written amount is parsed to the same amount', () => {
  fc.assert(
    fc.property(fc.nat(99_999_999_999), (amount) => {
      expect(readAmount(minorToText(amount))).toBe(amount);
    }),
  );
});
