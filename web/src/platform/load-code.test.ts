import { expect, test } from 'vitest';
import { mayReload } from './load-code.ts';

test.each([
  ['the first time', null, true],
  ['a second after a reload', '99000', false],
  ['long after a reload', '10000', true],
])('a page whose code is missing reloads %s: %s', (_name, lastReload, expected) => {
  expect(mayReload(100_000, lastReload)).toBe(expected);
});
