import { describe, expect, test } from 'vitest';
import { makeFormat } from './format.ts';

describe('amounts have the symbol of their currency, and points and commas like numbers of the language', () => {
  test.each([
    ['CNY', '¥1,234.50', '¥1.234,50'],
    ['RM', 'RM 1,234.50', 'RM 1.234,50'],
    ['PHP', '₱1,234.50', '₱1.234,50'],
  ] as const)('%s: %s', (currency, expected, indonesian) => {
    expect(makeFormat('zh_CN').money(123_450, currency)).toBe(expected);
    expect(makeFormat('en_US').money(123_450, currency)).toBe(expected);
    expect(makeFormat('id_ID').money(123_450, currency)).toBe(indonesian);
  });
});

test.each([
  ['zh_CN', '12,345', '+12.4%', '2026/11/15'],
  ['en_US', '12,345', '+12.4%', '11/15/2026'],
  ['id_ID', '12.345', '+12,4%', '15/11/2026'],
] as const)('numbers and dates follow %s', (language, number, change, day) => {
  const format = makeFormat(language);
  expect([format.number(12_345), format.change(0.124), format.day('2026-11-15T04:00:00.000Z')]).toEqual([
    number,
    change,
    day,
  ]);
});
