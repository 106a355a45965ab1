import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countCharacters, firstCharacters } from './characters.ts';

describe('characters as people count them', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['异响', 2],
    ['👍🏽', 1],
    ['👨‍👩‍👧‍👦', 1],
    ['é', 1],
    ['🇨🇳🇮🇩', 2],
  ])('%j has %i', (text, count) => {
    expect(countCharacters(text)).toBe(count);
  });

  test('are never cut in the middle', () => {
    expect(firstCharacters('👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 2)).toBe('👨‍👩‍👧‍👦👨‍👩‍👧‍👦');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(200), (text, max) => {
        expect(countCharacters(firstCharacters(text, max))).toBeLessThanOrEqual(max);
      }),
    );
  });
});
