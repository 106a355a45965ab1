import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeStore } from './storage.ts';

const web = join(import.meta.dirname, '../..');
const textsOf = (pattern: string) =>
  globSync(pattern, { cwd: web }).map((file) => readFileSync(join(web, file), 'utf8'));
const keysIn = (texts: string[], pattern: RegExp) =>
  texts.flatMap((text) => [...text.matchAll(pattern)].map(([, key]) => key));

const owned = keysIn(textsOf('src/**/*.{ts,tsx}'), /(?:localValue|tabValue)\('([^']+)'\)/g);

test('without browser storage, values live as long as the page', () => {
  const store = makeStore(() => {
    throw new Error('denied');
  });
  store.set('a', '1');
  expect(store.get('a')).toBe('1');
  store.remove('a');
  expect(store.get('a')).toBeNull();
});

test('a key of the storage has one owner', () => {
  expect(owned.length).toBeGreaterThan(10);
  expect(new Set(owned).size).toBe(owned.length);
});

test('scripts inside the documents read keys that the app writes', () => {
  const read = keysIn(textsOf('inline/*.js'), /Storage\.getItem\('([^']+)'\)/g);
  expect(read.length).toBeGreaterThan(0);
  expect(owned).toEqual(expect.arrayContaining(read));
});
