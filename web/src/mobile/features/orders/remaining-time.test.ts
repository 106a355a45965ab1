import type { Order } from '@recline/contract/orders';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDuration } from '../../../platform/duration.ts';
import {
  clockOffset,
  isLastMinute,
  minutesLeft,
  observeOrder,
  remainingMs,
  remainingShare,
  type SpokenMoment,
  spokenMoment,
} from './remaining-time.ts';

const start = Date.parse('2026-11-15T06:00:00.000Z');
const twentyMinutes = 20 * 60_000;
const running = { endsAt: new Date(start + twentyMinutes).toISOString(), minutes: 20, status: 'running' as const };

test.each([
  ['at the start', 0, '20:00'],
  ['after a second', 1000, '19:59'],
  ['within a second', 1001, '19:59'],
  ['half way', 10 * 60_000, '10:00'],
  ['a millisecond before the end', twentyMinutes - 1, '00:01'],
  ['at the end', twentyMinutes, '00:00'],
  ['long after the end', 3 * 3_600_000, '00:00'],
  ['before the start, by a slow clock', -5000, '20:00'],
])('%s of 20 minutes, %i ms after the start, %s is left', (_name, elapsedMs, text) => {
  expect(formatDuration(remainingMs(running, start + elapsedMs))).toBe(text);
});

test('the end comes from the server, not from the start plus the minutes', () => {
  const endsEarlier = { ...running, endsAt: new Date(start + 5 * 60_000).toISOString() };
  expect(remainingMs(endsEarlier, start)).toBe(5 * 60_000);
});

test('over an hour is still minutes and seconds', () => {
  expect(formatDuration(95 * 60_000 + 7000)).toBe('95:07');
});

test('an order that has not started has all of its time left', () => {
  expect(remainingMs({ ...running, endsAt: null }, start)).toBe(twentyMinutes);
});

test('the remaining time lies between zero and the bought time, whatever the clock', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 240 }), fc.date({ noInvalidDate: true }), (minutes, now) => {
      const order = { ...running, minutes };
      expect(remainingMs(order, now.getTime())).toBeGreaterThanOrEqual(0);
      expect(remainingMs(order, now.getTime())).toBeLessThanOrEqual(minutes * 60_000);
      expect(remainingShare(order, now.getTime())).toBeGreaterThanOrEqual(0);
      expect(remainingShare(order, now.getTime())).toBeLessThanOrEqual(1);
    }),
  );
});

test('a wrong phone clock is corrected by the server time', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.nat(twentyMinutes), (errorMs, elapsedMs) => {
      const phone = start + elapsedMs + errorMs;
      const serverNow = phone + clockOffset(new Date(start + elapsedMs).toISOString(), phone);
      expect(remainingMs(running, serverNow)).toBe(twentyMinutes - elapsedMs);
    }),
  );
});

describe('the minutes left', () => {
  const at = (elapsedMs: number) =>
    ({ ...running, serverTime: new Date(start + elapsedMs).toISOString() }) as unknown as Order;

  test.each([0, -3_600_000, 86_400_000])('are right on a phone whose clock is off by %i ms', (errorMs) => {
    const now = start + 5 * 60_000 + errorMs;
    expect(minutesLeft(observeOrder(at(5 * 60_000), now), now)).toBe(15);
  });

  test.each([
    [19 * 60_000, 1],
    [19 * 60_000 - 1, 2],
    [twentyMinutes - 1, 1],
    [twentyMinutes, 0],
    [twentyMinutes + 60_000, 0],
  ])('are rounded up: after %i ms, %i', (elapsedMs, left) => {
    const now = start + elapsedMs;
    expect(minutesLeft(observeOrder(at(elapsedMs), now), now)).toBe(left);
  });

  test('are null before the start', () => {
    expect(minutesLeft(observeOrder({ ...at(0), endsAt: null }, start), start)).toBe(0);
  });
});

test.each([
  [60_001, false],
  [60_000, true],
  [1, true],
  [0, false],
])('%i ms are in the last minute: %s', (left, expected) => {
  expect(isLastMinute(left)).toBe(expected);
});

describe('announcements while an order runs', () => {
  const start = Date.parse('2026-11-16T04:00:00Z');
  const running = (minutes: number) => ({
    minutes,
    status: 'running' as const,
    endsAt: new Date(start + minutes * 60_000).toISOString(),
  });
  test.each([
    [20, 20, 'start'],
    [20, 10.1, 'start'],
    [20, 10, 'half'],
    [20, 5.1, 'half'],
    [20, 5, 'five'],
    [20, 1.1, 'five'],
    [20, 1, 'one'],
    [10, 5, 'five'],
    [4, 3, 'start'],
    [4, 2, 'half'],
    [4, 0.5, 'one'],
    [20, 0, 'one'],
  ] as [number, number, SpokenMoment][])('%i minutes with %d left: %s', (minutes, left, moment) => {
    expect(spokenMoment(running(minutes), start + (minutes - left) * 60_000)).toBe(moment);
  });
});
