import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clockDifference, clockText, lastMinute, remainingOf, shareLeft, statusAt } from './remaining.ts';

const start = Date.parse('2026-11-15T06:00:00.000Z');
const running = { startedAt: new Date(start).toISOString(), minutes: 20, status: 'running' as const };

test.each([
  ['at the start', 0, '20:00'],
  ['after a second', 1000, '19:59'],
  ['within a second', 1001, '19:59'],
  ['half way', 10 * 60_000, '10:00'],
  ['a millisecond before the end', 20 * 60_000 - 1, '00:01'],
  ['at the end', 20 * 60_000, '00:00'],
  ['long after the end', 3 * 3_600_000, '00:00'],
  ['before the start, by a clock that is slow', -5000, '20:00'],
])('%s of 20 minutes, %i ms after it started, %s are left', (_name, after, text) => {
  expect(clockText(remainingOf(running, start + after))).toBe(text);
});

test('over an hour is still minutes and seconds', () => {
  expect(clockText(95 * 60_000 + 7000)).toBe('95:07');
});

test('an order that has not started has all of its time', () => {
  expect(remainingOf({ ...running, startedAt: null }, start)).toBe(20 * 60_000);
});

test('whatever the clock says, what is left lies between nothing and what was bought', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 240 }), fc.date({ noInvalidDate: true }), (minutes, now) => {
      const order = { ...running, minutes };
      expect(remainingOf(order, now.getTime())).toBeGreaterThanOrEqual(0);
      expect(remainingOf(order, now.getTime())).toBeLessThanOrEqual(minutes * 60_000);
      expect(shareLeft(order, now.getTime())).toBeGreaterThanOrEqual(0);
      expect(shareLeft(order, now.getTime())).toBeLessThanOrEqual(1);
    }),
  );
});

test('a wrong phone clock changes nothing once it is set right by the server', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.nat(20 * 60_000), (wrong, after) => {
      const phone = start + after + wrong;
      const now = phone + clockDifference(new Date(start + after).toISOString(), phone);
      expect(remainingOf(running, now)).toBe(20 * 60_000 - after);
    }),
  );
});

describe('the status as of now', () => {
  test.each([
    ['running', 0, 'running'],
    ['running', 20 * 60_000 - 1, 'running'],
    ['running', 20 * 60_000, 'finished'],
    ['refunded', 20 * 60_000, 'refunded'],
    ['pending', 20 * 60_000, 'pending'],
  ] as const)('%s after %i ms is %s', (status, after, shown) => {
    expect(statusAt({ ...running, status }, start + after)).toBe(shown);
  });
});

test.each([
  [60_001, false],
  [60_000, true],
  [1, true],
  [0, false],
])('%i ms are in the last minute: %s', (left, expected) => {
  expect(lastMinute(left)).toBe(expected);
});
