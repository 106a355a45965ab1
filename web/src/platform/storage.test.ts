import { expect, test } from 'vitest';
import { keys, makeStore } from './storage.ts';

test('without browser storage, values live as long as the page', () => {
  const store = makeStore(() => {
    throw new Error('denied');
  });
  store.set(keys.token, 'a');
  expect(store.get(keys.token)).toBe('a');
  store.remove(keys.token);
  expect(store.get(keys.token)).toBeNull();
});
