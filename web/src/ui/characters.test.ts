import { describe, expect, test } from 'vitest';
import { countCharacters, isTooLong } from './characters.ts';

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
    expect(isTooLong(text, count)).toBe(false);
    expect(isTooLong(`${text}x`, count)).toBe(true);
  });
});
