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

test('if the storage is full, the newest value is used, not the stored one', () => {
  const stored = new Map([['token', 'old']]);
  const storage = { full: true };
  const store = makeStore(
    () =>
      ({
        getItem: (key: string) => stored.get(key) ?? null,
        setItem: (key: string, value: string) => {
          if (storage.full) throw new Error('quota exceeded');
          stored.set(key, value);
        },
        removeItem: (key: string) => stored.delete(key),
      }) as never,
  );
  store.set('token', 'new');
  expect(store.get('token')).toBe('new');
  storage.full = false;
  store.set('token', 'newest');
  expect([store.get('token'), stored.get('token')]).toEqual(['newest', 'newest']);
  store.remove('token');
  expect(store.get('token')).toBeNull();
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
