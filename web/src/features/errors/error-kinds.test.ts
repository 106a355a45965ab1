import { expect, test } from 'vitest';
import { errorKindOf, truncateMessage } from './error-kinds.ts';

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
  expect(truncateMessage('x'.repeat(200))).toBe('x'.repeat(200));
  expect(truncateMessage('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`);
});

test('truncating never splits a character', () => {
  expect(truncateMessage('😀'.repeat(300))).toBe(`${'😀'.repeat(200)}…`);
});
