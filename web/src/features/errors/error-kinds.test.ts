import { expect, test } from 'vitest';
import { cutMessage, errorKindOf } from './error-kinds.ts';

test.each([
  ['device', 'device'],
  ['priceList', 'priceList'],
  ['Device', 'other'],
  ['__proto__', 'other'],
  [undefined, 'other'],
])('errType %j opens the page for %s', (errType, kind) => {
  expect(errorKindOf(errType)).toBe(kind);
});

test('a message is truncated after 200 characters', () => {
  expect(cutMessage('x'.repeat(200))).toBe('x'.repeat(200));
  expect(cutMessage('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`);
});

test('truncating never splits a character', () => {
  expect(cutMessage('😀'.repeat(300))).toBe(`${'😀'.repeat(200)}…`);
});
