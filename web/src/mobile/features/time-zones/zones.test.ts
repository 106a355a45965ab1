import { describe, expect, test } from 'vitest';
import { differs, offsetName } from './zones.ts';

const now = new Date('2026-11-16T04:00:00Z');

describe("whether an outlet is in a different zone from the reader's", () => {
  test.each([
    [['Asia/Shanghai'], 480, false],
    [['Asia/Shanghai', 'Asia/Manila', 'Asia/Kuala_Lumpur'], 480, false],
    [['Asia/Shanghai', 'Asia/Jakarta'], 480, true],
    [['UTC'], 0, false],
    [['UTC'], 480, true],
    [['No/Where', undefined], 480, false],
    [[], 480, false],
  ] as [(string | undefined)[], number, boolean][])('%j at %i: %j', (zones, here, expected) => {
    expect(differs(zones, here, now)).toBe(expected);
  });
});

test.each([
  [480, 'UTC+8'],
  [0, 'UTC+0'],
  [-210, 'UTC−3:30'],
  [345, 'UTC+5:45'],
])('%i minutes are %s', (minutes, name) => {
  expect(offsetName(minutes)).toBe(name);
});
