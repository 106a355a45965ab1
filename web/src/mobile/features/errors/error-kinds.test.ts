import { expect, test } from 'vitest';
import { errorKindOf, knownError } from './error-kinds.ts';

test.each([
  ['device', 'device'],
  ['priceList', 'priceList'],
  ['Device', 'other'],
  ['__proto__', 'other'],
  [undefined, 'other'],
])('errType %j opens the page for %s', (errType, kind) => {
  expect(errorKindOf(errType)).toBe(kind);
});

test.each([
  ['20201', 'unknownDevice'],
  ['20206', 'deviceDidNotStart'],
  ['20202', undefined],
  ['toString', undefined],
  [undefined, undefined],
])('code %j has the text of %s', (code, name) => {
  expect(knownError(code)).toBe(name);
});
