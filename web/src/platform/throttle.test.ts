import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeThrottle } from './throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('runs at once, then at most once per interval, and after the last call', () => {
  let runs = 0;
  const throttle = makeThrottle(() => (runs += 1), 5_000);
  for (let call = 0; call < 3; call += 1) throttle.call();
  expect(runs).toBe(1);
  vi.advanceTimersByTime(5_000);
  expect(runs).toBe(2);
  vi.advanceTimersByTime(60_000);
  expect(runs).toBe(2);
  throttle.call();
  expect(runs).toBe(3);
});

test('does not run after it is stopped', () => {
  let runs = 0;
  const throttle = makeThrottle(() => (runs += 1), 5_000);
  throttle.call();
  throttle.call();
  throttle.stop();
  vi.advanceTimersByTime(60_000);
  expect(runs).toBe(1);
});
