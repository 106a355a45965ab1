import { expect, test } from 'vitest';
import { isDeviceNumber, normalDeviceNumber } from './device-number.ts';
import { parseTopic } from './topics.ts';

test.each(['1', 'A10086', 'a-b_C', 'X'.repeat(32)])('%j is a device number', (value) => {
  expect(isDeviceNumber(value)).toBe(true);
});

test.each(['', ' A1', 'A 1', 'A1\n', 'X'.repeat(33), '按摩椅', 'A/1', '+', '#'])('%j is no device number', (value) => {
  expect(isDeviceNumber(value)).toBe(false);
});

test.each([
  [' A 100 86 ', 'A10086'],
  ['Ａ１００８６', 'A10086'],
  ['a　1－b', 'a1-b'],
  ['A1', 'A1'],
  ['　', ''],
])('%j is compared as %j', (typed, number) => {
  expect(normalDeviceNumber(typed)).toBe(number);
});

test('a topic names a device by its number', () => {
  expect(parseTopic('chair/v1/A10086/evt')).toEqual({ deviceId: 'A10086', kind: 'evt' });
  expect(parseTopic('chair/v1/+/evt')).toBeNull();
});
