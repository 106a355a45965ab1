import { expect, test } from 'vitest';
import { truncateMessage } from './truncate-message.ts';

test('a message is truncated after 200 characters', () => {
  expect(truncateMessage('x'.repeat(200))).toBe('x'.repeat(200));
  expect(truncateMessage('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`);
});

test('truncating never splits a character', () => {
  expect(truncateMessage('😀'.repeat(300))).toBe(`${'😀'.repeat(200)}…`);
});
