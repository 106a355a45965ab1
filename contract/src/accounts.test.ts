import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalAccount } from './accounts.ts';

it.each([
  ['manager', 'manager'],
  ['Manager', 'manager'],
  ['ＭＡＮＡＧＥＲ', 'manager'], // full width
  [' lin.xiao@mall.example ', 'lin.xiao@mall.example'],
  ['manager-2', 'manager-2'],
  ['İstanbul', null], // U+0130: JavaScript and PostgreSQL lower it differently
  ['мanager', null], // a Cyrillic letter
  ['', null],
  ['a b', null],
  ['-x', null],
  ['x'.repeat(65), null],
])('the login %o is %o', (text, canonical) => {
  expect(canonicalAccount(text)).toBe(canonical);
});

it('the canonical form of a canonical form is itself', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const canonical = canonicalAccount(text);
      if (canonical !== null) expect(canonicalAccount(canonical)).toBe(canonical);
    }),
  );
});
