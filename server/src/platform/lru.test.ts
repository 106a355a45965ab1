import { expect, it } from 'vitest';
import { makeLru } from './lru.ts';

const letters = 'abcdefghij';
const makeCache = (maxEntries: number) => makeLru<string>(maxEntries * 12, () => 10); // a key of one letter is 2 bytes
const keptIn = (cache: ReturnType<typeof makeCache>, keys: string) =>
  [...keys].filter((key) => cache.get(key)).join('');

it('keeps the newest entries that fit', () => {
  const cache = makeCache(3);
  for (const letter of letters) cache.set(letter, `value of ${letter}`);
  expect(cache.get('j')).toBe('value of j');
  expect(keptIn(cache, letters)).toBe('hij');
});

it('forgets what was used least recently', () => {
  const cache = makeCache(3);
  for (const letter of 'abc') cache.set(letter, letter);
  cache.get('a');
  cache.set('d', 'd');
  expect(keptIn(cache, letters)).toBe('acd');
});

it('counts an entry that is set again once', () => {
  const cache = makeCache(3);
  for (const letter of 'abaaaac') cache.set(letter, letter);
  expect(keptIn(cache, letters)).toBe('abc');
});

it('does not keep what is larger than all of it', () => {
  const cache = makeLru<string>(10, ({ length }) => length);
  cache.set('a', 'x'.repeat(9));
  expect(cache.get('a')).toBeUndefined();
});
